/** What a text has in quotation marks: “…”, "…" or «…». */
const QUOTATION = /“([^”]+)”|"([^"]+)"|«([^»]+)»/g;

export function quotedWords(text: string): string[] {
  return [...text.matchAll(QUOTATION)].flatMap(([, curly, straight, angular]) => {
    const words = (curly ?? straight ?? angular ?? "").trim();
    return words === "" ? [] : [words];
  });
}

export function withoutQuotations(text: string): string {
  return text.replaceAll(QUOTATION, " ");
}
