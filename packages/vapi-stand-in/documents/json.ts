import { toWords } from "./lines.ts";

interface Visit {
  value: unknown;
  /** The names that lead to it. */
  way: string;
}

/** One line for each value, with the way to it: `shop hours monday: 9 to 5.` */
export function* jsonLines(json: string): Generator<string> {
  // A stack of our own: a document may be nested deeper than calls may.
  const open: Iterator<Visit>[] = [[{ value: JSON.parse(json) as unknown, way: "" }].values()];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const next = top.next();
    if (next.done === true) open.pop();
    else if (typeof next.value.value === "object" && next.value.value !== null) {
      open.push(visitsOf(next.value.value, next.value.way));
    } else {
      const { value, way } = next.value;
      yield way === "" ? `${String(value)}.` : `${way}: ${String(value)}.`;
    }
  }
}

function* visitsOf(value: object, way: string): Generator<Visit> {
  if (Array.isArray(value)) for (const item of value as unknown[]) yield { value: item, way };
  else {
    for (const [name, inner] of Object.entries(value)) {
      // Put together only when a value is reached: ways through a deep document are long.
      yield { value: inner, way: way === "" ? toWords(name) : way + " " + toWords(name) };
    }
  }
}
