/** HTML by template: whatever is put in is escaped, unless it is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | false | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const text = strings.map((string, index) => string + render(parts[index] ?? null)).join("");
  return new Html(text);
}

function render(part: Part): string {
  if (part === null || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(render).join("");
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
