/** What Vapi's published API takes as an assistant, and as overrides of one. */
import {
  anything,
  flag,
  listOf,
  number,
  object,
  oneOf,
  optional,
  record,
  required,
  text,
  textRecord,
  webAddress,
} from "./check.ts";
import type { Check, Fields } from "./check.ts";

const LONGEST_NAME = 40;
const LONGEST_MESSAGE = 1000;

const modelMessage = object({
  role: required(oneOf("assistant", "function", "user", "system", "tool")),
  content: required(text()),
});

const MODEL_PROVIDERS = [
  ...["anthropic", "anthropic-bedrock", "anyscale", "cerebras", "custom-llm", "deep-seek"],
  ...["deepinfra", "google", "groq", "inflection-ai", "minimax", "openai", "openrouter"],
  ...["perplexity-ai", "together-ai", "xai"],
];

const model = object({
  provider: required(oneOf(...MODEL_PROVIDERS)),
  model: required(text()),
  messages: optional(listOf(modelMessage)),
  tools: optional(listOf(record)),
  toolIds: optional(listOf(text())),
  toolRefs: optional(listOf(record)),
  knowledgeBase: optional(record),
  fallbackModels: optional(listOf(text())),
  toolStrictCompatibilityMode: optional(text()),
  promptCacheRetention: optional(oneOf("in_memory", "24h")),
  promptCacheKey: optional(text({ max: 64 })),
  reasoningEffort: optional(oneOf("minimal", "none", "low", "medium", "high", "xhigh")),
  temperature: optional(number({ min: 0, max: 2 })),
  maxTokens: optional(number({ min: 50, max: 10_000 })),
  emotionRecognitionEnabled: optional(flag),
  numFastTurns: optional(number({ min: 0 })),
});

const elevenLabsVoice = object({
  provider: required(text()),
  voiceId: required(text({ min: 1 })),
  cachingEnabled: optional(flag),
  stability: optional(number({ min: 0, max: 1 })),
  similarityBoost: optional(number({ min: 0, max: 1 })),
  style: optional(number({ min: 0, max: 1 })),
  useSpeakerBoost: optional(flag),
  speed: optional(number({ min: 0.7, max: 1.2 })),
  optimizeStreamingLatency: optional(number({ min: 0, max: 4 })),
  enableSsmlParsing: optional(flag),
  autoMode: optional(flag),
  model: optional(
    oneOf(
      ...["eleven_multilingual_v2", "eleven_turbo_v2", "eleven_turbo_v2_5", "eleven_flash_v2"],
      ...["eleven_flash_v2_5", "eleven_monolingual_v1", "eleven_v3"],
    ),
  ),
  language: optional(text()),
  chunkPlan: optional(record),
  pronunciationDictionaryLocators: optional(listOf(record)),
  fallbackPlan: optional(record),
});

const VOICE_PROVIDERS = [
  ...["11labs", "azure", "cartesia", "custom-voice", "deepgram", "hume", "inworld", "lmnt"],
  ...[
    "minimax",
    "neuphonic",
    "openai",
    "playht",
    "rime-ai",
    "sesame",
    "smallest-ai",
    "tavus",
    "vapi",
  ],
];

/** Other providers' voices have fields that the stand-in does not know one by one. */
const voice: Check = (value, path, faults) => {
  record(value, path, faults);
  const { provider, voiceId } = (value ?? {}) as { provider?: unknown; voiceId?: unknown };
  oneOf(...VOICE_PROVIDERS)(provider, `${path}.provider`, faults);
  if (provider === "11labs") elevenLabsVoice(value, path, faults);
  else text({ min: 1 })(voiceId, `${path}.voiceId`, faults);
};

const backoffPlan = object({
  type: required(oneOf("fixed", "exponential")),
  maxRetries: required(number({ min: 0, max: 10 })),
  baseDelaySeconds: required(number({ min: 0, max: 10 })),
  excludedStatusCodes: optional(listOf(number({ min: 100, max: 599 }))),
});

const server = object({
  url: optional(webAddress),
  timeoutSeconds: optional(number({ min: 1, max: 300 })),
  credentialId: optional(text()),
  staticIpAddressesEnabled: optional(flag),
  encryptedPaths: optional(listOf(text())),
  headers: optional(textRecord),
  backoffPlan: optional(backoffPlan),
});

const artifactPlan = object({
  recordingEnabled: optional(flag),
  recordingFormat: optional(oneOf("wav;l16", "mp3")),
  recordingUseCustomStorageEnabled: optional(flag),
  recordingPath: optional(text()),
  videoRecordingEnabled: optional(flag),
  fullMessageHistoryEnabled: optional(flag),
  pcapEnabled: optional(flag),
  pcapS3PathPrefix: optional(text()),
  pcapUseCustomStorageEnabled: optional(flag),
  loggingEnabled: optional(flag),
  loggingUseCustomStorageEnabled: optional(flag),
  loggingPath: optional(text()),
  transcriptPlan: optional(record),
  structuredOutputIds: optional(listOf(text())),
  structuredOutputs: optional(listOf(record)),
  scorecardIds: optional(listOf(text())),
  scorecards: optional(listOf(record)),
});

const analysisPlan = object({
  minMessagesThreshold: optional(number({ min: 0 })),
  summaryPlan: optional(record),
  structuredDataPlan: optional(record),
  structuredDataMultiPlan: optional(listOf(record)),
  successEvaluationPlan: optional(record),
  outcomeIds: optional(listOf(text())),
});

export const assistantFields: Fields = {
  transcriber: optional(record),
  model: optional(model),
  voice: optional(voice),
  firstMessage: optional(text()),
  firstMessageInterruptionsEnabled: optional(flag),
  firstMessageMode: optional(
    oneOf(
      "assistant-speaks-first",
      "assistant-speaks-first-with-model-generated-message",
      "assistant-waits-for-user",
    ),
  ),
  voicemailDetection: optional(anything),
  clientMessages: optional(listOf(text())),
  serverMessages: optional(listOf(text())),
  maxDurationSeconds: optional(number({ min: 10, max: 43_200 })),
  backgroundSound: optional(text()),
  modelOutputInMessagesEnabled: optional(flag),
  transportConfigurations: optional(listOf(record)),
  observabilityPlan: optional(record),
  credentials: optional(listOf(record)),
  hooks: optional(listOf(record)),
  name: optional(text({ max: LONGEST_NAME })),
  voicemailMessage: optional(text({ max: LONGEST_MESSAGE })),
  endCallMessage: optional(text({ max: LONGEST_MESSAGE })),
  endCallPhrases: optional(listOf(text())),
  compliancePlan: optional(record),
  metadata: optional(record),
  backgroundSpeechDenoisingPlan: optional(record),
  analysisPlan: optional(analysisPlan),
  artifactPlan: optional(artifactPlan),
  startSpeakingPlan: optional(record),
  stopSpeakingPlan: optional(record),
  monitorPlan: optional(record),
  credentialIds: optional(listOf(text())),
  server: optional(server),
  keypadInputPlan: optional(record),
};

export const overrideFields: Fields = {
  ...assistantFields,
  "tools:append": optional(listOf(record)),
  variableValues: optional(record),
};
