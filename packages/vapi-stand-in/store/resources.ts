/** The stored resources, in the shapes of the API. */
import type { ChatMessage } from "../answers/language-model.ts";
import type { Schema } from "../published/schema.ts";

export interface Resource {
  id: string;
  orgId: string;
  createdAt: string;
  updatedAt: string;
}

export interface BackoffPlan {
  type: "fixed" | "exponential";
  maxRetries: number;
  baseDelaySeconds: number;
  excludedStatusCodes?: number[];
}

export interface ServerConfig {
  url?: string;
  timeoutSeconds?: number;
  credentialId?: string;
  headers?: Record<string, string>;
  backoffPlan?: BackoffPlan;
}

/** The fields that a call acts on; an assistant keeps any other of Vapi's as it got them. */
export interface AssistantConfig {
  name?: string;
  model?: {
    provider: string;
    model: string;
    messages?: { role: string; content: string }[];
    toolIds?: string[];
    /** Its own, and those of this call alone. */
    tools?: FunctionTool[];
  };
  voice?: { provider: string; voiceId: string };
  firstMessage?: string;
  firstMessageMode?:
    | "assistant-speaks-first"
    | "assistant-speaks-first-with-model-generated-message"
    | "assistant-waits-for-user";
  firstMessageInterruptionsEnabled?: boolean;
  maxDurationSeconds?: number;
  endCallMessage?: string;
  endCallPhrases?: string[];
  clientMessages?: string[];
  serverMessages?: string[];
  server?: ServerConfig;
  artifactPlan?: ArtifactPlan;
  analysisPlan?: { minMessagesThreshold?: number };
  monitorPlan?: MonitorPlan;
  metadata?: Record<string, unknown>;
  transcriber?: { provider: "deepgram"; model?: string; language?: string };
  hooks?: SpeechTimeoutHook[];
}

/** A tool that a server of the owner's answers. */
export interface FunctionTool {
  type: "function";
  function: {
    name: string;
    description?: string;
    parameters?: {
      type: "object";
      properties: Record<string, { type: string; description?: string; enum?: string[] }>;
      required?: string[];
    };
  };
  messages?: { type: "request-start"; content?: string }[];
  server?: ServerConfig;
  /** Nobody waits for its result, and nothing is said about it. */
  async?: boolean;
}

/** One use of a tool. */
export interface ToolCall {
  id: string;
  type: "function";
  /** The arguments are JSON. */
  function: { name: string; arguments: string };
}

/** Whether calls can be listened to and controlled while they go on. */
export interface MonitorPlan {
  listenEnabled?: boolean;
  listenAuthenticationEnabled?: boolean;
  controlEnabled?: boolean;
  controlAuthenticationEnabled?: boolean;
}

/** A hook that fires when a visitor says nothing. */
export interface SpeechTimeoutHook {
  on: "customer.speech.timeout";
  name?: string;
  options?: {
    timeoutSeconds: number;
    triggerMaxCount?: number;
    triggerResetMode?: "never" | "onUserSpeech";
  };
  do: HookAction[];
}

export type HookAction =
  { type: "say"; exact?: string | string[] } | { type: "tool"; tool?: { type: "endCall" } };

export interface ArtifactPlan {
  recordingEnabled?: boolean;
  videoRecordingEnabled?: boolean;
  structuredOutputs?: StructuredOutput[];
  structuredOutputIds?: string[];
}

/** A value to extract from a finished call or session. */
export interface StructuredOutput {
  name: string;
  description?: string;
  schema: OutputSchema;
}

export type SavedOutput = Resource & StructuredOutput;

export interface OutputSchema extends Omit<Schema, "properties" | "items"> {
  description?: string;
  properties?: Record<string, OutputSchema>;
  items?: OutputSchema;
}

/** By id. */
export type StructuredOutputs = Record<string, { name: string; result: unknown }>;

export type Assistant = Resource & AssistantConfig;

export interface AssistantOverrides extends AssistantConfig {
  variableValues?: Record<string, unknown>;
  "tools:append"?: FunctionTool[];
}

export interface KnowledgeBase {
  provider: "google";
  name: string;
  description: string;
  fileIds: string[];
}

export interface Tool extends Resource {
  type: "query";
  knowledgeBases?: KnowledgeBase[];
}

export interface UploadedFile extends Resource {
  object: "file";
  status: "processing" | "done" | "failed";
  name: string;
  originalName: string;
  bytes: number;
  mimetype: string;
  purpose?: string;
  metadata?: Record<string, unknown>;
  parsedTextBytes?: number;
}

export interface CallMessage {
  role: "system" | "bot" | "user";
  message: string;
  /** Milliseconds since the epoch. */
  time: number;
  endTime?: number;
  secondsFromStart: number;
  duration?: number;
}

interface ToolCallMessage extends Pick<CallMessage, "message" | "time" | "secondsFromStart"> {
  role: "tool_calls";
  toolCalls: ToolCall[];
}

interface ToolCallResultMessage extends Pick<CallMessage, "time" | "secondsFromStart"> {
  role: "tool_call_result";
  toolCallId: string;
  name: string;
  result: string;
}

/** What an artifact lists: what was said, and the use of tools in between. */
export type ArtifactMessage = CallMessage | ToolCallMessage | ToolCallResultMessage;

export interface Analysis {
  summary?: string;
  successEvaluation?: string;
}

export interface Artifact {
  messages: ArtifactMessage[];
  messagesOpenAIFormatted: { role: string; content: string }[];
  transcript: string;
  recordingUrl?: string;
  recording?: { mono: { combinedUrl: string } };
  presignedMonoUrl?: string;
  presignedUrlsExpiresAt?: string;
  structuredOutputs?: StructuredOutputs;
  /** The outputs of a call with too few messages. */
  skippedStructuredOutputs?: Record<
    string,
    { name: string; unmetCondition: { type: "minMessages"; count: number } }
  >;
}

export interface CostBreakdown {
  transport: number;
  stt: number;
  llm: number;
  tts: number;
  vapi: number;
  total: number;
  llmPromptTokens: number;
  llmCompletionTokens: number;
  ttsCharacters: number;
}

export type Cost = { type: string; cost: number } & Record<string, unknown>;

/** A stored secret, which assistants name by its id. */
export interface Credential extends Resource {
  provider: "webhook";
  name?: string;
  authenticationPlan: AuthenticationPlan;
}

export type AuthenticationPlan =
  | { type: "bearer"; token: string; headerName?: string; bearerPrefixEnabled?: boolean }
  | {
      type: "hmac";
      secretKey: string;
      algorithm: "sha256" | "sha512" | "sha1";
      signatureHeader?: string;
      timestampHeader?: string;
      signaturePrefix?: string;
      includeTimestamp?: boolean;
    };

export interface Call extends Resource {
  type: "webCall" | "vapi.websocketCall";
  status: "queued" | "in-progress" | "ended";
  name?: string;
  assistantId?: string;
  assistant?: AssistantConfig;
  assistantOverrides?: AssistantOverrides;
  artifactPlan: { recordingEnabled: boolean; videoRecordingEnabled: boolean };
  /** That of a page has the address of the room, as published. */
  transport: { provider: "daily"; callUrl: string } | WebsocketTransport;
  /** Where a call that goes on can be told to end, and listened to. */
  monitor: { controlUrl?: string; listenUrl?: string };
  startedAt?: string;
  endedAt?: string;
  endedReason?: string;
  messages?: CallMessage[];
  analysis?: Analysis;
  artifact?: Artifact;
  cost?: number;
  costs?: Cost[];
  costBreakdown?: CostBreakdown;
}

/** As it was asked for: the only format that is simulated is the default. */
export interface WebsocketTransport {
  provider: "vapi.websocket";
  conversationType?: "voice";
  audioFormat?: { format: "pcm_s16le"; container?: "raw"; sampleRate: number };
}

/** A call with the platform's internal fields. */
export interface StoredCall extends Resource {
  call: Call;
  /** The assistant as it was when the call was created, with overrides. */
  assistant: AssistantConfig;
  isRoomKeptOnLeave: boolean;
}

/** A message of a chat, or a call of a tool and its result. */
export type TypedMessage =
  | ChatMessage
  | { role: "assistant"; content: ""; tool_calls: ToolCallMessage["toolCalls"] }
  | { role: "tool"; content: string; tool_call_id: string; name: string };

/** Several chats with one assistant, which share their messages. */
export interface Session extends Resource {
  status: "active" | "completed";
  name?: string;
  expirationSeconds: number;
  assistantId?: string;
  assistant?: AssistantConfig;
  assistantOverrides?: AssistantOverrides;
  messages: TypedMessage[];
  /** Only of a completed session. */
  artifact?: Artifact;
}

/** A session with the platform's internal fields. */
export interface StoredSession extends Resource {
  session: Session;
  /** The assistant as it was when the session was created, with overrides and variables. */
  assistant: AssistantConfig;
  /** The session's messages with their times. */
  spoken: CallMessage[];
}

/** One typed message, or several, and the assistant's answer. */
export interface Chat extends Resource {
  name?: string;
  assistantId?: string;
  assistant?: AssistantConfig;
  assistantOverrides?: AssistantOverrides;
  sessionId?: string;
  previousChatId?: string;
  input: string | ChatMessage[];
  stream?: boolean;
  /** What was said before, and the input. */
  messages: TypedMessage[];
  /** The answer, after what was looked up for it. */
  output: TypedMessage[];
  cost: number;
  costs: Cost[];
}

/** A chat with the assistant that answered, for a chat that continues it. */
export interface StoredChat extends Resource {
  chat: Chat;
  assistant: AssistantConfig;
}
