/**
 * Logs what happens to a conversation, as one JSON object a line, so that `npx convex logs | grep ID` shows all of it:
 * docs/operations.md. A line has ids, codes and numbers, and nothing that anybody said, wrote or is reached by.
 */

export interface LoggedEvent {
  event:
    | "call.started"
    | "call.failed"
    | "chat.answered"
    | "chat.failed"
    | "job.done"
    | "job.failed"
    | "request.failed"
    | "webhook.received";
  level?: "info" | "error";
  /** The id of the call in our database, which its owner sees, and which the voice platform has in its metadata. */
  conversation?: string | null;
  assistant?: string;
  vendor?: "vapi";
  /** The conversation's id at the vendor. */
  vendorId?: string | null;
  /** The kind of a job, and whom it is about. */
  job?: string;
  key?: string;
  /** Which message or request it is. */
  type?: string;
  /** Of a response. Null if there was none. */
  status?: number | string | null;
  ms?: number;
  error?: unknown;
}

/** What an id, a code or a kind looks like. Ids of the tests' database contain a semicolon. */
const CODE = /^[\w;:/[\]="-]{1,100}$/;
const MAX_FRAMES = 5;

export function logEvent({ level = "info", event, error, ...fields }: LoggedEvent): void {
  const safe = Object.entries(fields).map(([name, value]) => [name, codeOf(value)] as const);
  const failure = error === undefined ? {} : { frames: framesOf(error) };
  const line = JSON.stringify({ level, event, ...Object.fromEntries(safe), ...failure });
  if (level === "error") console.error(line);
  else console.log(line);
}

/** Anybody can put a text where we expect an id. It is not repeated. */
function codeOf(value: unknown): unknown {
  return typeof value === "string" && !CODE.test(value) ? "unreadable" : value;
}

/** Where an error was thrown. Its message, with which its stack begins, may repeat what somebody said. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { stack = "", message } = error;
  const start = stack.indexOf(message);
  if (start < 0) return [];
  const frames = stack.slice(start + message.length).split("\n");
  return frames.slice(1, MAX_FRAMES + 1).map((frame) => frame.trim());
}

/** What a visitor can name when something went wrong. It is the beginning of the conversation's id. */
export function referenceOf(conversation: string): string {
  return conversation.slice(0, REFERENCE_LENGTH);
}

const REFERENCE_LENGTH = 8;
