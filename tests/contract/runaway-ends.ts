/** Ways in which a function does not end, and the error with which the real runtime ends it. */

export const TIMED_OUT = "Function execution timed out (maximum duration: 1s)";
export const OUT_OF_MEMORY = "JavaScript execution ran out of memory (maximum memory usage: 64 MB)";
/**
 * V8's error if its allocator refuses more memory: crates/isolate/src/array_buffer_allocator.rs. A slow machine that
 * needs more than a second to allocate 256 MB reaches the time limit first.
 */
export const OUT_OF_BUFFERS =
  /Uncaught RangeError: Array buffer allocation failed|timed out \(maximum duration: 1s\)/;
const NEVER = "Returned promise will never resolve";

export const ENDS = [
  ["loop", TIMED_OUT],
  ["microtasks", TIMED_OUT],
  ["nothing", NEVER],
  ["heap", OUT_OF_MEMORY],
  ["buffers", OUT_OF_BUFFERS],
  ["rejection", "Uncaught Error: forgotten"],
] as const;
