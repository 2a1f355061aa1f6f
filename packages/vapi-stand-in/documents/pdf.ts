import { getDocumentProxy } from "unpdf";

// Only pdf.js's errors are logged: its warnings do not name the file.
const ERRORS = 0;

/** Page by page, and within a page as the text is found. The document is let go of with its thread. */
export async function* pdfPieces(file: Buffer): AsyncGenerator<string> {
  const document = await getDocumentProxy(new Uint8Array(file), { verbosity: ERRORS });
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const found = page.streamTextContent() as ReadableStream<{ items: object[] }>;
    for await (const { items } of found) yield items.map(textOfItem).join("");
    page.cleanup();
    yield "\n\n";
  }
}

/** Empty for marks that hold no text. */
function textOfItem(item: object): string {
  if (!("str" in item)) return "";
  return String(item.str) + ("hasEOL" in item && item.hasEOL === true ? "\n" : "");
}
