type Decode = TextDecoder["decode"];

/**
 * Replaces `decode` of `fatal` decoders: for invalid bytes it returns undefined, where other runtimes throw. get-convex/
 * convex-backend, npm-packages/udf-runtime/src/08_text_encoding.ts ignores the error of crates/isolate/src/ops/text.rs.
 */
export function decodeUnthrowing(ours: Decode) {
  return function decode(this: TextDecoder, ...args: Parameters<Decode>): string | undefined {
    try {
      return Reflect.apply(ours, this, args);
    } catch (error) {
      if (!this.fatal || !isMalformed(error)) throw error;
      return undefined;
    }
  };
}

function isMalformed(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ERR_ENCODING_INVALID_ENCODED_DATA";
}
