import { userError } from "../lib/userError";
import { wellFormed } from "../shared/wellFormed";

/** A text on one line, without control characters. Throws what is wrong with it. */
export function oneLine(
  text: string,
  { maxLength, missing, tooLong }: { maxLength: number; missing: string; tooLong: string },
): string {
  const line = wellFormed(text)
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim();
  if (line === "") throw userError("invalid_input", missing);
  if (line.length > maxLength) throw userError("invalid_input", tooLong);
  return line;
}
