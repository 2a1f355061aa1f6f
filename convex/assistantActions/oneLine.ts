import { wellFormed } from "../shared/wellFormed";

export function oneLine(text: string): string {
  return wellFormed(text)
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, " ")
    .trim();
}
