/** How a function failed, in Convex's own words and no others. */
import { types } from "node:util";
import type { JSONValue } from "convex/values";

/** Shown to clients as it is, where an ordinary error may be hidden. */
export class DeveloperError extends Error {}

/** The mutation ran again and again, and each time others changed what it had read. */
export class TooManyConflicts extends DeveloperError {
  constructor(path: string) {
    super(
      `Documents read by the mutation ${path} changed while it was being run and on every subsequent retry. ` +
        "See https://docs.convex.dev/error#1",
    );
  }
}

export interface Failure {
  message: string;
  /** The data of a ConvexError, in JSON form. */
  data?: JSONValue;
}

/** A function failed where it ran, and was described there. */
export class FunctionFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const CONVEX_ERROR = Symbol.for("ConvexError");

/** `ownersFrame` finds the owner's own place in a line of a stack, if it has one. */
export function failureFrom(
  thrown: unknown,
  ownersFrame: (line: string) => string | null = () => null,
): Failure {
  if (thrown instanceof FunctionFailure) return thrown.failure;
  if (thrown instanceof DeveloperError) return { message: thrown.message };
  const data = convexErrorData(thrown);
  if (data !== undefined) {
    return { message: `Uncaught ConvexError: ${JSON.stringify(data)}`, data };
  }
  if (!isError(thrown)) return { message: `Uncaught ${textOf(thrown)}` };
  const frames = (thrown.stack ?? "").split("\n").flatMap((line) => ownersFrame(line) ?? []);
  const { name, message } = thrown;
  return { message: [`Uncaught ${name}: ${message}`, ...frames].join("\n") };
}

/** Of whatever realm. */
function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || types.isNativeError(thrown);
}

function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
}

/** What an outer function may catch of an inner one: the ConvexError itself, or the error's text. */
export function toCallerError(thrown: unknown): Error {
  const { message, data } = failureFrom(thrown);
  return Object.assign(new Error(message), data === undefined ? {} : { data });
}

/** The text that a client gets; `isRedacted` keeps everything but the ConvexError's data from it. */
export function clientMessage(
  failure: Failure,
  { requestId, isRedacted }: { requestId: string; isRedacted: boolean },
): string {
  const head = `[Request ID: ${requestId}] Server Error`;
  return isRedacted ? head : `${head}\n${failure.message}`;
}

function convexErrorData(thrown: unknown): JSONValue | undefined {
  if (typeof thrown !== "object" || thrown === null || !(CONVEX_ERROR in thrown)) return undefined;
  const { data } = thrown as { data?: unknown };
  // convex/server leaves the data as JSON text on errors that a function threw itself.
  return typeof data === "string" ? (JSON.parse(data) as JSONValue) : (data as JSONValue);
}
