import { toWords } from "./lines.ts";

/** One line for each element that holds text, with its name before it. */
export function* xmlLines(xml: string): Generator<string> {
  let element = "";
  let hasElements = false;
  for (const { kind, text } of partsOf(xml)) {
    if (kind === "tag") {
      hasElements ||= /^[a-z_]/i.test(text);
      element = /^[\w.-]+/.exec(text.replace(/^[\w-]+:/, ""))?.[0] ?? "";
      continue;
    }
    const content = (kind === "cdata" ? text : decodeEntities(text)).replaceAll(/\s+/g, " ").trim();
    if (content === "") continue;
    const line = element === "" ? content : `${toWords(element)}: ${content}`;
    yield /[.!?]$/.test(line) ? line : `${line}.`;
  }
  if (!hasElements) throw new Error("An XML file without elements");
}

interface Part {
  kind: "tag" | "cdata" | "text";
  text: string;
}

const ENCLOSED: { begin: string; end: string; kind: Part["kind"] | null }[] = [
  { begin: "<!--", end: "-->", kind: null },
  { begin: "<?", end: "?>", kind: null },
  { begin: "<![CDATA[", end: "]]>", kind: "cdata" },
  { begin: "<!DOCTYPE", end: ">", kind: null },
  { begin: "<", end: ">", kind: "tag" },
];

/** Tags and texts in their order. What is opened and never closed ends the document. */
function* partsOf(xml: string): Generator<Part> {
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf("<", at);
    if (open < 0) {
      yield { kind: "text", text: xml.slice(at) };
      return;
    }
    if (open > at) yield { kind: "text", text: xml.slice(at, open) };
    const found = ENCLOSED.find(({ begin }) => xml.startsWith(begin, open));
    if (found === undefined) return;
    const start = open + found.begin.length;
    const end = xml.indexOf(found.end, start);
    if (end < 0) return;
    if (found.kind !== null) yield { kind: found.kind, text: xml.slice(start, end) };
    at = end + found.end.length;
  }
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const MAX_CODE_POINT = 0x10ffff;

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,6});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
