/** The plain text of an uploaded file, in lines that each make sense alone. */
import path from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import WordExtractor from "word-extractor";
import { csvToText, jsonToText, markdownToText, xmlToText } from "./plain-formats.ts";

type Reader = (file: Buffer) => Promise<string> | string;

const READERS: Record<string, Reader> = {
  ".txt": utf8,
  ".log": utf8,
  ".md": (file) => markdownToText(utf8(file)),
  ".csv": (file) => csvToText(utf8(file)),
  ".json": (file) => jsonToText(utf8(file)),
  ".xml": (file) => xmlToText(utf8(file)),
  ".pdf": readPdf,
  ".doc": readWord,
  ".docx": readWord,
};

/** Throws for a kind of file that it does not know, or a file that is not what its name says. */
export async function textOf(fileName: string, file: Buffer): Promise<string> {
  const extension = path.extname(fileName).toLowerCase();
  const read = READERS[extension];
  if (read === undefined) throw new Error(`Files of the kind "${extension}" are not supported`);
  return (await read(file)).replaceAll(/\r\n?/g, "\n").trim();
}

function utf8(file: Buffer): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(file);
}

async function readPdf(file: Buffer): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(file));
  try {
    const { text } = await extractText(document, { mergePages: false });
    return text.join("\n\n");
  } finally {
    await document.destroy();
  }
}

async function readWord(file: Buffer): Promise<string> {
  const document = await new WordExtractor().extract(file);
  return [document.getBody(), document.getFootnotes(), document.getTextboxes()].join("\n");
}
