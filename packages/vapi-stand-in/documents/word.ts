import WordExtractor from "word-extractor";
import { unpackedBytes } from "./zip.ts";

const MEGABYTE = 2 ** 20;
const MAX_UNPACKED_BYTES = 64 * MEGABYTE;

/** Of a .doc or a .docx, which is told from what the file holds. */
export async function* wordPieces(file: Buffer): AsyncGenerator<string> {
  const bytes = unpackedBytes(file);
  if (bytes > MAX_UNPACKED_BYTES) {
    throw new Error(
      `it unpacks to ${Math.round(bytes / MEGABYTE)} MB, and only up to ${MAX_UNPACKED_BYTES / MEGABYTE} MB are unpacked`,
    );
  }
  const document = await new WordExtractor().extract(file);
  for (const text of [document.getBody(), document.getFootnotes(), document.getTextboxes()]) {
    yield `${text.replaceAll(/\r\n?/g, "\n")}\n`;
  }
}
