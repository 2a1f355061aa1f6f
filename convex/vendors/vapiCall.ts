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
  /** What the platform tells our server of the call. */
  serverMessages: readonly string[];
  /** Instead of the assistant's own. */
  artifactPlan?: object;
  /** What stands in the templates of its prompt. */
  variableValues?: Record<string, string>;
};

type WebCallAnswer = Answer & {
  status?: unknown;
  endedReason?: unknown;
  transport?: { callToken?: string };
  assistant?: { voice?: { provider?: string } };
  subscriptionLimits?: { concurrencyBlocked?: boolean };
};

/** Of a call that is born ended: https://docs.vapi.ai/calls/call-ended-reason */
const LINES_TAKEN = "call.start.error-subscription-concurrency-limit-reached";

export async function startedCall(answering: Promise<Answer>): Promise<WebCall> {
  const answer: WebCallAnswer = await unlessLinesTaken(answering);
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
 * Over its limit the platform takes the call and says that it is blocked, as its guide to concurrency
 * has it, or refuses it: several who use it tell of a 400 that says "Over Concurrency Limit".
 */
async function unlessLinesTaken(answering: Promise<Answer>): Promise<WebCallAnswer> {
  const answer: WebCallAnswer = await answering.catch((error: unknown) => {
    if (!(error instanceof VoicePlatformError)) throw error;
    const { status, message } = error;
    const isTaken = status === 429 || (status === 400 && /concurrency/i.test(message));
    throw isTaken ? new ConcurrencyLimitError("start a call", status, message) : error;
  });
  const isBlocked =
    answer.subscriptionLimits?.concurrencyBlocked === true || answer.endedReason === LINES_TAKEN;
  if (!isBlocked) return answer;
  throw new ConcurrencyLimitError(
    "start a call",
    201,
    "the call is blocked by the concurrency limit",
  );
}
