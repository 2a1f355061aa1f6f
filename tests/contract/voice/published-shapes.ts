/** Vapi's published shapes, as far as the product reads them: its OpenAPI document of 20 August 2026. */

type Rule = (value: unknown, path: string) => string[];

const text: Rule = (value, path) => (typeof value === "string" ? [] : [`${path} is no text`]);
const number: Rule = (value, path) => (typeof value === "number" ? [] : [`${path} is no number`]);
const flag: Rule = (value, path) => (typeof value === "boolean" ? [] : [`${path} is no flag`]);
const anything: Rule = () => [];
const record: Rule = (value, path) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? []
    : [`${path} is no object`];
const time: Rule = (value, path) =>
  typeof value === "string" && new Date(value).toISOString() === value
    ? []
    : [`${path} is no time`];
const oneOf =
  (...allowed: string[]): Rule =>
  (value, path) =>
    allowed.some((one) => one === value) ? [] : [`${path} is ${JSON.stringify(value)}`];
const list =
  (rule: Rule): Rule =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => rule(item, `${path}[${index}]`))
      : [`${path} is no list`];

/** `optional` fields may be absent; a field that is in neither is not in the published shape. */
const shape =
  (required: Record<string, Rule>, optional: Record<string, Rule> = {}): Rule =>
  (value, path) => {
    const wrong = record(value, path);
    if (wrong.length > 0) return wrong;
    const fields = value as Record<string, unknown>;
    const known = { ...required, ...optional };
    return [
      ...Object.keys(required).flatMap((name) =>
        name in fields ? [] : [`${path}.${name} is missing`],
      ),
      ...Object.entries(fields).flatMap(
        ([name, item]) =>
          known[name]?.(item, `${path}.${name}`) ?? [`${path}.${name} is not published`],
      ),
    ];
  };

const resource = { id: text, orgId: text, createdAt: time, updatedAt: time };

const server = shape(
  {},
  { url: text, timeoutSeconds: number, credentialId: text, headers: record, backoffPlan: record },
);

const assistantFields = {
  name: text,
  model: record,
  voice: record,
  firstMessage: text,
  firstMessageMode: text,
  firstMessageInterruptionsEnabled: flag,
  maxDurationSeconds: number,
  endCallMessage: text,
  endCallPhrases: list(text),
  clientMessages: list(text),
  serverMessages: list(text),
  server,
  artifactPlan: record,
  analysisPlan: record,
  metadata: record,
};

export const assistant = shape(resource, assistantFields);

export const file = shape(
  { ...resource, object: oneOf("file"), status: oneOf("processing", "done", "failed") },
  {
    name: text,
    originalName: text,
    bytes: number,
    purpose: text,
    mimetype: text,
    parsedTextBytes: number,
    metadata: record,
  },
);

export const queryTool = shape(
  { ...resource, type: oneOf("query") },
  {
    // In the vendor's guide only.
    function: record,
    knowledgeBases: list(
      shape({ name: text, provider: oneOf("google"), description: text, fileIds: list(text) }),
    ),
  },
);

const spokenMessage = shape(
  { role: oneOf("system", "bot", "user"), message: text, time: number, secondsFromStart: number },
  { endTime: number, duration: number },
);

const cost = (value: unknown, path: string): string[] => {
  const { type } = value as { type?: string };
  const money = { type: text, cost: number };
  const kinds: Record<string, Rule> = {
    transport: shape({ ...money, provider: oneOf("daily"), minutes: number }),
    transcriber: shape({ ...money, transcriber: record, minutes: number }),
    model: shape({ ...money, model: record, promptTokens: number, completionTokens: number }),
    voice: shape({ ...money, voice: record, characters: number }),
    vapi: shape({ ...money, subType: oneOf("normal", "overage"), minutes: number }),
  };
  return kinds[type ?? ""]?.(value, path) ?? [`${path}.type is ${String(type)}`];
};

const costBreakdown = shape({
  transport: number,
  stt: number,
  llm: number,
  tts: number,
  vapi: number,
  total: number,
  llmPromptTokens: number,
  llmCompletionTokens: number,
  ttsCharacters: number,
});

const analysis = shape({}, { summary: text, successEvaluation: text });

const artifact = shape(
  { messages: list(spokenMessage), transcript: text },
  {
    messagesOpenAIFormatted: list(shape({ role: text, content: text })),
    recordingUrl: text,
    recording: shape({ mono: shape({ combinedUrl: text }) }),
    presignedMonoUrl: text,
    presignedUrlsExpiresAt: time,
  },
);

const endedReason = oneOf(
  "assistant-ended-call",
  "assistant-ended-call-after-message-spoken",
  "assistant-said-end-call-phrase",
  "call-deleted",
  "call.in-progress.error-assistant-did-not-receive-customer-audio",
  "customer-did-not-give-microphone-permission",
  "customer-ended-call",
  "exceeded-max-duration",
  "manually-canceled",
  "silence-timed-out",
  "worker-shutdown",
);

const callStatus = oneOf("queued", "in-progress", "ended");

/** `webCallUrl` is what the web SDK reads of a new call; the rest is the published call. */
export const call = shape(
  {
    ...resource,
    type: oneOf("webCall"),
    status: callStatus,
    webCallUrl: text,
    artifactPlan: shape({ recordingEnabled: flag, videoRecordingEnabled: flag }),
    transport: anything,
    monitor: shape({ controlUrl: text }),
  },
  {
    name: text,
    assistantId: text,
    assistant: record,
    assistantOverrides: record,
    startedAt: time,
    endedAt: time,
    endedReason,
    messages: list(spokenMessage),
    analysis,
    artifact,
    cost: number,
    costs: list(cost),
    costBreakdown,
  },
);

export const statusUpdate = shape(
  { type: oneOf("status-update"), status: callStatus, timestamp: number, call, assistant: record },
  { endedReason, messages: list(spokenMessage) },
);

export const endOfCallReport = shape(
  { type: oneOf("end-of-call-report"), endedReason, artifact, analysis },
  {
    timestamp: number,
    startedAt: time,
    endedAt: time,
    cost: number,
    costs: list(cost),
    call,
    assistant: record,
    // Sent by the platform though the published schema leaves it out.
    costBreakdown,
  },
);

export const failure = shape({
  message: (value, path) => (typeof value === "string" ? [] : list(text)(value, path)),
  error: text,
  statusCode: number,
});

export function differences(rule: Rule, value: unknown): string[] {
  return rule(value, "it");
}
