/** Formats that are text already, without their marks, so that they can be read aloud. */

export function markdownToText(markdown: string): string {
  return markdown
    .replaceAll(/^\s*(```|~~~).*$/gm, "")
    .replaceAll(/^\s*\|?[\s:|-]+\|[\s:|-]*$/gm, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^\s{0,3}(#{1,6}|>|[-*+])\s+/gm, "")
    .replaceAll(/(\*\*|__|\*|`)(\S(?:.*?\S)?)\1/g, "$2")
    .split("\n")
    .map((line) => (line.trim().startsWith("|") ? cellsToText(line) : line))
    .join("\n");
}

function cellsToText(row: string): string {
  const cells = row.split("|").map((cell) => cell.trim());
  return `${cells.filter((cell) => cell !== "").join(", ")}.`;
}

/** One line for each record: `Day: Monday, Opens: 9.` */
export function csvToText(csv: string): string {
  const [header = [], ...records] = parseCsv(csv).filter((record) => record.join("").trim() !== "");
  if (records.length === 0) return header.join(", ");
  return records
    .map((record) =>
      record
        .map((value, column) => ({ name: header[column]?.trim() ?? "", value: value.trim() }))
        .filter(({ value }) => value !== "")
        .map(({ name, value }) => (name === "" ? value : `${name}: ${value}`))
        .join(", "),
    )
    .map((line) => `${line}.`)
    .join("\n");
}

/** RFC 4180, with whichever of the usual separators the first line uses most. */
function parseCsv(csv: string): string[][] {
  const [first = ""] = csv.split("\n", 1);
  const separator = [",", ";", "\t"].reduce((best, candidate) =>
    first.split(candidate).length > first.split(best).length ? candidate : best,
  );
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain = "", end] of csv.matchAll(cellPattern(separator))) {
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    records.push(record);
    record = [];
    if (end === "") break;
  }
  return records;
}

function cellPattern(separator: string): RegExp {
  return new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, "g");
}

/** One line for each value, with the way to it: `shop hours monday: 9 to 5.` */
export function jsonToText(json: string): string {
  const lines: string[] = [];
  const visit = (value: unknown, way: string[]) => {
    if (Array.isArray(value)) for (const item of value as unknown[]) visit(item, way);
    else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) visit(inner, [...way, toWords(name)]);
    } else
      lines.push(way.length === 0 ? `${String(value)}.` : `${way.join(" ")}: ${String(value)}.`);
  };
  visit(JSON.parse(json) as unknown, []);
  return lines.join("\n");
}

function toWords(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase();
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** One line for each element that holds text, with its name before it. */
export function xmlToText(xml: string): string {
  const bare = xml.replaceAll(/<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>]*>/gs, "");
  if (!/<[a-z_]/i.test(bare)) throw new Error("An XML file without elements");
  const lines: string[] = [];
  let element = "";
  for (const [, cdata, tag, text] of bare.matchAll(/<!\[CDATA\[(.*?)\]\]>|<([^>]*)>|([^<]+)/gs)) {
    if (tag !== undefined) {
      element = /^[\w.-]+/.exec(tag.replace(/^[\w-]+:/, ""))?.[0] ?? "";
      continue;
    }
    const content = (cdata ?? decodeEntities(text ?? "")).replaceAll(/\s+/g, " ").trim();
    if (content !== "") lines.push(element === "" ? content : `${toWords(element)}: ${content}`);
  }
  return lines.map((line) => (/[.!?]$/.test(line) ? line : `${line}.`)).join("\n");
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (name.startsWith("#x")) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith("#")) return String.fromCodePoint(Number(name.slice(1)));
    return ENTITIES[name] ?? whole;
  });
}
