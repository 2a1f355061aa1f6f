/** How long functions may take, in the real runtime's numbers and words (get-convex/convex-backend, crates/common/src/knobs.rs). */
import { DeveloperError, FunctionFailure } from "../functions/failure.ts";

/** Of a query's or mutation's own time. */
export const OWN_TIME_LIMIT_MS = 1_000;
/** With all that a query or mutation waits for. */
export const WHOLE_TIME_LIMIT_MS = 15_000;
export const ACTION_LIMIT_MS = 1_800_000;
export const NODE_ACTION_LIMIT_MS = 600_000;
/** For the analysis of a push. */
export const ANALYSIS_LIMIT_MS = 4_000;

const MB = 2 ** 20;
/** 64 for the function, and half as much for the runtime around it. */
export const HEAP_LIMIT_MB = 96;
export const NODE_HEAP_LIMIT_MB = 512;
/** Buffers are not on the heap, so the whole process is watched while a function keeps its thread busy. Upstream: 64. */
export const BUFFERS_LIMIT_BYTES = 256 * MB;

/** crates/isolate/src/termination.rs: UserTimeoutError, a Duration as Rust writes it. */
export function timedOut(limitMs: number): DeveloperError {
  return new DeveloperError(`Function execution timed out (maximum duration: ${limitMs / 1000}s)`);
}

export function outOfMemory(): DeveloperError {
  return new DeveloperError("JavaScript execution ran out of memory (maximum memory usage: 64 MB)");
}

/** Upstream V8 throws this in the function (crates/isolate/src/array_buffer_allocator.rs); here the function ends. */
export function outOfBuffers(): FunctionFailure {
  return new FunctionFailure({ message: "Uncaught RangeError: Array buffer allocation failed" });
}

/** crates/isolate/src/timeout.rs: SYSTEM_TIMEOUT_ERROR_MESSAGE. */
export const TOO_MANY_OPERATIONS = "Your request timed out performing too many system operations.";
