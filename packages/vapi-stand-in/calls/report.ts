/** A finished call, and the report that the owner's server gets. */
import type { Clock } from "@hark/stand-in-kit/clock";
import type {
  Artifact,
  ArtifactMessage,
  AssistantConfig,
  Call,
  CallMessage,
  StoredCall,
} from "../store/resources.ts";
import { analyze } from "./analysis.ts";
import { costOf } from "./cost.ts";
import type { Consumption } from "./cost.ts";
import { transcriptOf } from "./dialogue.ts";
import type { EndedReason } from "./ended-reason.ts";
import type { RecordingLinks } from "./recording-links.ts";

export interface Ending {
  reason: EndedReason;
  endedAtMs: number;
  messages: CallMessage[];
  /** The messages, with the lookups between them. */
  history: ArtifactMessage[];
  answeredTurns: number;
  unanswered: string[];
  used: Omit<Consumption, "seconds">;
  hasRecording: boolean;
  /** The structured outputs, if they are ready by then. */
  outputs: Pick<Artifact, "structuredOutputs" | "skippedStructuredOutputs">;
}

const DEFAULT_MIN_MESSAGES = 2;
const DEFAULT_MODEL = { provider: "openai", model: "gpt-4.1-mini" };
const DEFAULT_VOICE = { provider: "11labs", voiceId: "EXAVITQu4vr4xnSDxMaL" };

export function endedCall(
  { call, assistant }: StoredCall,
  ending: Ending,
  { links, url }: { links: RecordingLinks; url: string },
): Call {
  const endedAt = new Date(ending.endedAtMs).toISOString();
  const seconds =
    call.startedAt === undefined
      ? 0
      : Math.max(0, ending.endedAtMs - Date.parse(call.startedAt)) / 1000;
  const { messages } = ending;
  return {
    ...call,
    status: "ended",
    endedAt,
    updatedAt: endedAt,
    endedReason: ending.reason,
    messages,
    ...costOf(
      { ...ending.used, seconds },
      {
        model: modelNameOf(assistant),
        voice: assistant.voice ?? DEFAULT_VOICE,
        transport: call.transport.provider,
      },
    ),
    analysis: analyze({
      messages,
      answeredTurns: ending.answeredTurns,
      minMessages: minMessagesOf(assistant),
    }),
    artifact: {
      ...spokenArtifact(messages),
      messages: ending.history,
      ...(ending.hasRecording ? recordingOf(call.id, links, url) : {}),
      ...ending.outputs,
    },
  };
}

/** What the artifacts of a call and of a session have in common. */
export function spokenArtifact(messages: CallMessage[]): Artifact {
  return {
    messages,
    messagesOpenAIFormatted: messages.map(({ role, message }) => ({
      role: role === "bot" ? "assistant" : role,
      content: message,
    })),
    transcript: transcriptOf(messages),
  };
}

export function minMessagesOf({ analysisPlan }: AssistantConfig): number {
  return analysisPlan?.minMessagesThreshold ?? DEFAULT_MIN_MESSAGES;
}

export function statusUpdate({ call, assistant }: StoredCall, clock: Clock) {
  return {
    type: "status-update",
    timestamp: clock.now(),
    status: call.status,
    ...(call.endedReason === undefined ? {} : { endedReason: call.endedReason }),
    messages: call.messages ?? [],
    call,
    assistant,
  };
}

export function endOfCallReport({ call, assistant }: StoredCall, clock: Clock) {
  return {
    type: "end-of-call-report",
    timestamp: clock.now(),
    endedReason: call.endedReason,
    ...(call.startedAt === undefined ? {} : { startedAt: call.startedAt }),
    endedAt: call.endedAt,
    cost: call.cost,
    costs: call.costs,
    analysis: call.analysis,
    artifact: call.artifact,
    call,
    assistant,
  };
}

/** The private address is an identifier; the signed one can be fetched, for a while. */
function recordingOf(callId: string, links: RecordingLinks, url: string) {
  const link = links.make(callId);
  const recordingUrl = `${url}/call/${callId}/mono-recording`;
  return {
    recordingUrl,
    recording: { mono: { combinedUrl: recordingUrl } },
    presignedMonoUrl: url + link.path,
    presignedUrlsExpiresAt: link.expiresAt,
  };
}

/** The model that its costs name. */
export function modelNameOf({ model }: AssistantConfig): { provider: string; model: string } {
  return model === undefined ? DEFAULT_MODEL : { provider: model.provider, model: model.model };
}
