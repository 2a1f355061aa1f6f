/**
 * What of all that is published the stand-in acts on. Anything else in the document is refused as not
 * simulated, so that nobody takes a setting for tried that was passed over.
 */
import { branchFor, isFields, resolved } from "./faults.ts";
import { types } from "./document.ts";
import type { Schema } from "./schema.ts";

const ASSISTANT = [
  ...["name", "firstMessage", "firstMessageMode", "firstMessageInterruptionsEnabled", "model"],
  ...["voice", "maxDurationSeconds", "endCallMessage", "endCallPhrases", "clientMessages"],
  ...["serverMessages", "server", "artifactPlan", "analysisPlan", "monitorPlan", "metadata"],
  ...["transcriber", "hooks", "backgroundSound"],
];

/** By type. Whatever model is asked for, the same one answers; whatever voice, one of ours speaks. */
const PROPERTIES: Record<string, readonly string[]> = {
  AssistantOverrides: [...ASSISTANT, "variableValues", "tools:append"],
  CreateAssistantDTO: ASSISTANT,
  UpdateAssistantDTO: ASSISTANT,
  ...ofEach("model", ["provider", "model", "messages", "toolIds", "tools"]),
  OpenAIMessage: ["role", "content"],
  ...ofEach("voice", ["provider", "voiceId", "model", "version", "fallbackPlan"]),
  // Taken as published; what is heard is put into words by whatever recognizer this machine has.
  DeepgramTranscriber: ["provider", "model", "language"],
  CallHookCustomerSpeechTimeout: ["on", "options", "do", "name"],
  CustomerSpeechTimeoutOptions: ["timeoutSeconds", "triggerMaxCount", "triggerResetMode"],
  SayHookAction: ["type", "exact"],
  ToolCallHookAction: ["type", "tool"],
  CreateEndCallToolDTO: ["type"],
  FallbackPlan: ["voices"],
  FallbackVapiVoice: ["provider", "voiceId", "version"],
  Server: ["url", "timeoutSeconds", "credentialId", "headers", "backoffPlan"],
  BackoffPlan: ["type", "maxRetries", "baseDelaySeconds", "excludedStatusCodes"],
  ArtifactPlan: [
    ...["recordingEnabled", "recordingFormat", "videoRecordingEnabled", "structuredOutputs"],
    "structuredOutputIds",
  ],
  CreateStructuredOutputDTO: ["name", "type", "description", "schema"],
  UpdateStructuredOutputDTO: ["name", "type", "description", "schema"],
  JsonSchema: ["type", "items", "properties", "description", "format", "required", "enum"],
  MonitorPlan: [
    ...["listenEnabled", "listenAuthenticationEnabled"],
    ...["controlEnabled", "controlAuthenticationEnabled"],
  ],
  AnalysisPlan: ["minMessagesThreshold", "successEvaluationPlan"],
  SuccessEvaluationPlan: ["rubric", "messages"],
  CreateFunctionToolDTO: ["type", "messages", "function", "server", "async"],
  ToolMessageStart: ["type", "content"],
  OpenAIFunction: ["name", "description", "parameters"],
  OpenAIFunctionParameters: ["type", "properties", "required"],
  CreateQueryToolDTO: ["type", "knowledgeBases"],
  UpdateQueryToolDTO: ["type", "knowledgeBases"],
  KnowledgeBase: ["provider", "name", "description", "fileIds"],
  CreateFileDTO: ["file", "purpose", "metadata"],
  UpdateFileDTO: ["name"],
  CreateWebCallDTO: [
    ...["assistantId", "assistant", "assistantOverrides", "roomDeleteOnUserLeaveEnabled"],
  ],
  CreateCallDTO: ["assistantId", "assistant", "assistantOverrides", "transport"],
  VapiWebsocketTransport: ["provider", "conversationType", "audioFormat"],
  AudioFormat: ["format", "container", "sampleRate"],
  UpdateCallDTO: ["name"],
  DeleteCallDTO: [],
  CreateSessionDTO: [
    ...["name", "status", "expirationSeconds", "assistantId", "assistant", "assistantOverrides"],
    "messages",
  ],
  UpdateSessionDTO: ["name", "status", "expirationSeconds", "messages"],
  CreateChatDTO: [
    ...["assistantId", "assistant", "assistantOverrides", "name", "sessionId", "previousChatId"],
    ...["input", "stream"],
  ],
  ChatSystemMessage: ["role", "content"],
  ChatUserMessage: ["role", "content"],
  AssistantMessage: ["role", "content"],
  CreateSimulationRunDTO: ["simulations", "target", "iterations", "transport"],
  SimulationRunSimulationEntry: ["type", "name", "scenario", "personality"],
  CreateScenarioDTO: ["name", "instructions", "evaluations", "targetOverrides", "toolMocks"],
  ScenarioToolMock: ["toolName", "result", "enabled"],
  EvaluationPlanItem: ["structuredOutput", "comparator", "value", "required"],
  CreatePersonalityDTO: ["name", "assistant"],
  SimulationRunTargetAssistant: ["type", "assistantId", "assistant"],
  SimulationRunTransportConfiguration: ["provider"],
  GenerateScenariosDTO: ["assistantId"],
  CreateWebhookCredentialDTO: ["provider", "name", "authenticationPlan"],
  BearerAuthenticationPlan: ["type", "token", "headerName", "bearerPrefixEnabled"],
  HMACAuthenticationPlan: [
    ...["type", "secretKey", "algorithm", "signatureHeader", "timestampHeader"],
    ...["signaturePrefix", "includeTimestamp"],
  ],
};

const SENT_MESSAGES = [
  ...["conversation-update", "speech-update", "status-update", "transcript", "user-interrupted"],
];
const CLIENT_MESSAGES = [...SENT_MESSAGES, "assistant.started", "tool-calls"];
const SERVER_MESSAGES = [
  ...SENT_MESSAGES,
  ...["end-of-call-report", "tool-calls"],
  'transcript[transcriptType="final"]',
  ...["session.created", "session.updated", "session.deleted", "chat.created", "chat.deleted"],
];

/** By property, where not every published value will do. */
const VALUES: Record<string, readonly unknown[]> = {
  ...Object.fromEntries(
    ["AssistantOverrides", "CreateAssistantDTO", "UpdateAssistantDTO"].flatMap((type) => [
      [`${type}.clientMessages`, CLIENT_MESSAGES],
      [`${type}.serverMessages`, SERVER_MESSAGES],
      // Nothing is heard beside the assistant.
      [`${type}.backgroundSound`, ["off"]],
    ]),
  ),
  "ArtifactPlan.videoRecordingEnabled": [false],
  "CreateStructuredOutputDTO.type": ["ai"],
  "UpdateStructuredOutputDTO.type": ["ai"],
  "SuccessEvaluationPlan.rubric": ["PassFail"],
  "AudioFormat.format": ["pcm_s16le"],
  "AudioFormat.sampleRate": [16_000],
  "SimulationRunTransportConfiguration.provider": ["vapi.webchat", "vapi.websocket"],
  "CreateFileDTO.purpose": ["assistant"],
  "CallHookCustomerSpeechTimeout.on": ["customer.speech.timeout"],
};

/** The same by the `type` of what stands there. */
const KINDS: Record<string, readonly unknown[]> = {
  "ToolCallHookAction.tool": ["endCall"],
  "AssistantOverrides.tools:append": ["function"],
  ...Object.fromEntries(
    Object.keys(ofEach("model", [])).map((type) => [`${type}.tools`, ["function"]]),
  ),
  "CreateFunctionToolDTO.messages": ["request-start"],
};

/** The ways to what a value, which the schema allows, asks for in vain. */
export function unsimulated(schema: Schema, value: unknown, path = ""): string[] {
  const { oneOf, items = {} } = resolved(schema, types);
  if (oneOf !== undefined) {
    const branch = branchFor(oneOf, value, { types, isNullAbsent: true });
    return branch === undefined ? [] : unsimulated(branch.schema, value, path);
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => unsimulated(items, item, below(path, String(index))));
  }
  if (!isFields(value)) return [];
  if (schema.ref === undefined) return [];
  const { properties = {} } = resolved(schema, types);
  const simulated = PROPERTIES[schema.ref];
  if (simulated === undefined) return [path || schema.ref];
  return Object.entries(value).flatMap(([name, item]) => {
    if (item === null || item === undefined) return [];
    const way = below(path, name);
    if (!simulated.includes(name)) return [way];
    const kinds = KINDS[`${schema.ref}.${name}`];
    const given = [item].flat().map((one) => (isFields(one) ? one.type : null));
    if (kinds !== undefined && !given.every((type) => kinds.includes(type))) return [way];
    const values = VALUES[`${schema.ref}.${name}`];
    if (values === undefined) return unsimulated(properties[name] ?? {}, item, way);
    const asked = Array.isArray(item) ? item : [item];
    return asked.filter((one) => !values.includes(one)).map((one) => `${way} ${String(one)}`);
  });
}

/** Each provider has a type of its own. */
function ofEach(field: string, properties: string[]): Record<string, readonly string[]> {
  const providers = types.CreateAssistantDTO?.properties?.[field]?.oneOf ?? [];
  return Object.fromEntries(providers.map(({ ref = "" }) => [ref, properties]));
}

function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
