/** The plain text of a file, in pieces. Each line makes sense on its own. */
import path from "node:path";
import { csvLines } from "./csv.ts";
import { jsonLines } from "./json.ts";
import { splitLines } from "./lines.ts";
import { markdownLines } from "./markdown.ts";
import { pdfPieces } from "./pdf.ts";
import { wordPieces } from "./word.ts";
import { xmlLines } from "./xml.ts";

type Pieces = Iterable<string> | AsyncIterable<string>;

const READERS: Record<string, (file: Buffer) => Pieces> = {
  ".txt": lineByLine(splitLines),
  ".log": lineByLine(splitLines),
  ".md": lineByLine(markdownLines),
  ".csv": lineByLine(csvLines),
  ".json": lineByLine(jsonLines),
  ".xml": lineByLine(xmlLines),
  ".pdf": pdfPieces,
  ".doc": wordPieces,
  ".docx": wordPieces,
};

/** Throws for a kind of file that it does not know, or a file that is not what its name says. */
export function piecesOf(fileName: string, file: Buffer): Pieces {
  const extension = path.extname(fileName).toLowerCase();
  const read = READERS[extension];
  if (read === undefined) throw new Error(`files of the kind "${extension}" are not supported`);
  return read(file);
}

// Lines come together, since each piece is waited for.
const PIECE_CHARACTERS = 4096;

function lineByLine(lines: (text: string) => Iterable<string>): (file: Buffer) => Pieces {
  return function* (file) {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(file);
    let piece = "";
    for (const line of lines(text.replaceAll(/\r\n?/g, "\n"))) {
      piece += `${line}\n`;
      if (piece.length < PIECE_CHARACTERS) continue;
      yield piece;
      piece = "";
    }
    yield piece;
  };
}
