import { type Answer, idIn, ConcurrencyLimitError, VoicePlatformError } from "./vapiAnswers";

export type WebCall = {
  id: string;
  webCallUrl: string;
  voiceProvider: string | null;
  callToken: string | null;
};

export type Metadata = Record<string, string>;

export type NewWebCall = {
  assistantId: string;
  maxDurationSeconds: number;
  metadata: Metadata;
  /** The messages that the platform sends to our server. */
  serverMessages: readonly string[];
  /** Added to the assistant's tools. */
  "tools:append"?: object[];
  /** Replaces the assistant's own. */
  artifactPlan?: object;
  /** The values of the templates in the prompt. */
  variableValues?: Record<string, string>;
};

type WebCallAnswer = Answer & {
  status?: unknown;
  endedReason?: unknown;
  transport?: { callToken?: string };
  assistant?: { voice?: { provider?: string } };
  subscriptionLimits?: { concurrencyBlocked?: boolean };
};

/** The ended reason of a call that could not start: https://docs.vapi.ai/calls/call-ended-reason */
const LIMIT_REACHED = "call.start.error-subscription-concurrency-limit-reached";

export async function toStartedCall(answering: Promise<Answer>): Promise<WebCall> {
  const answer: WebCallAnswer = await withConcurrencyError(answering);
  if (answer.status === "ended") {
    throw new VoicePlatformError(
      "start a call",
      201,
      `it has ended: ${String(answer.endedReason)}`,
    );
  }
  if (typeof answer.webCallUrl !== "string") {
    throw new VoicePlatformError("start a call", 201, "there is no webCallUrl");
  }
  return {
    id: idIn(answer),
    webCallUrl: answer.webCallUrl,
    voiceProvider: answer.assistant?.voice?.provider ?? null,
    callToken: answer.transport?.callToken ?? null,
  };
}

/**
 * At its concurrency limit, the platform creates the call and reports it as blocked, according to its guide. Several users
 * report that it refuses the call with a 400 that says "Over Concurrency Limit". Both throw `ConcurrencyLimitError`.
 */
async function withConcurrencyError(answering: Promise<Answer>): Promise<WebCallAnswer> {
  const answer: WebCallAnswer = await answering.catch((error: unknown) => {
    if (!(error instanceof VoicePlatformError)) throw error;
    const { status, message } = error;
    const isAtLimit = status === 429 || (status === 400 && /concurrency/i.test(message));
    throw isAtLimit ? new ConcurrencyLimitError("start a call", status, message) : error;
  });
  const isBlocked =
    answer.subscriptionLimits?.concurrencyBlocked === true || answer.endedReason === LIMIT_REACHED;
  if (!isBlocked) return answer;
  throw new ConcurrencyLimitError(
    "start a call",
    201,
    "the call is blocked by the concurrency limit",
  );
}
