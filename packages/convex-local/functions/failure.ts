/** How a function failed, with exactly Convex's texts. */
import { types } from "node:util";
import type { JSONValue } from "convex/values";

/** Always shown to clients, where an ordinary error may be redacted. */
export class DeveloperError extends Error {}

/** The mutation was rerun until its limit, and each time other commits changed what it had read. */
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

/** An error in deployed code, described by the thread that ran it. */
export class FunctionFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const CONVEX_ERROR = Symbol.for("ConvexError");

/**
 * What a function threw, in upstream's words: get-convex/convex-backend, crates/isolate/src/error.rs
 * `extract_source_mapped_error`. `ownersFrame` returns a line of the stack with the place in the owner's file, or null
 * if the line is not the owner's code.
 */
export function failureFrom(
  thrown: unknown,
  mapFrame: (line: string) => string | null = () => null,
): Failure {
  if (thrown instanceof FunctionFailure) return thrown.failure;
  if (thrown instanceof DeveloperError) return { message: thrown.message };
  if (!isError(thrown)) return { message: `Uncaught ${textOf(thrown)}` };
  const frames = (thrown.stack ?? "").split("\n").flatMap((line) => mapFrame(line) ?? []);
  const message = [headOf(thrown), ...frames].join("\n");
  const data = convexErrorData(thrown);
  return data === undefined ? { message } : { message, data };
}

/** crates/isolate/src/helpers.rs `format_uncaught_error`. Deployed code may give its errors any name and message. */
function headOf(error: { name?: unknown; message?: unknown }): string {
  const { name = "Error", message = "" } = error;
  const words = [textOf(name), textOf(message)].filter((text) => text !== "").join(": ");
  return words === "" ? "Uncaught" : `Uncaught ${words}`;
}

/** True for errors of every realm. */
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

/** What a function catches if a function that it called failed: the text, and the data of a ConvexError. */
export function toCallerError(thrown: unknown): Error {
  const failure = failureFrom(thrown);
  const { data } = failure;
  return Object.assign(new Error(asText(failure)), data === undefined ? {} : { data });
}

/** Ends with a line break, as upstream's does: crates/common/src/errors.rs `JsError`. */
export function asText({ message }: Failure): string {
  return `${message}\n`;
}

/** The text for a client. `isRedacted` hides everything but the ConvexError's data. */
export function clientMessage(
  failure: Failure,
  { requestId, isRedacted }: { requestId: string; isRedacted: boolean },
): string {
  const head = `[Request ID: ${requestId}] Server Error`;
  return isRedacted ? head : `${head}\n${asText(failure)}`;
}

function convexErrorData(thrown: unknown): JSONValue | undefined {
  if (typeof thrown !== "object" || thrown === null || !(CONVEX_ERROR in thrown)) return undefined;
  const { data } = thrown as { data?: unknown };
  // convex/server leaves the data as JSON text on errors that a function threw itself.
  return typeof data === "string" ? (JSON.parse(data) as JSONValue) : (data as JSONValue);
}
