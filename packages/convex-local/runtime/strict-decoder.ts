type Decode = TextDecoder["decode"];

/**
 * In place of the method of decoders that are `fatal`: for bytes that are no text they give nothing, where
 * others throw. get-convex/convex-backend, npm-packages/udf-runtime/src/08_text_encoding.ts passes the error
 * over that crates/isolate/src/ops/text.rs answers.
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
