const STYLE =
  "position: fixed; right: 20px; bottom: 20px; z-index: 2147483647; width: 90px; height: 90px; border: 0; border-radius: 50%; color-scheme: light";

type Embedded = { name: string; widgetUrl: string };

/** HTML to paste into any page, whatever the assistant is called. */
export function embedSnippet({ name, widgetUrl }: Embedded): string {
  const attributes = Object.entries({
    src: widgetUrl,
    title: `${name} AI Assistant`,
    allow: "microphone; autoplay",
    style: STYLE,
  });
  const written = attributes.map(([attribute, value]) => `  ${attribute}="${escaped(value)}"`);
  return `<iframe\n${written.join("\n")}\n></iframe>`;
}

/** The same button by one line, which also has room for what it says. */
export function scriptSnippet(origin: string, embedId: string): string {
  return `<script async src="${escaped(origin)}/embed.js" data-embed-id="${escaped(embedId)}"></script>`;
}

/** Letters beyond ASCII go as references: the page may be read in another encoding than ours. */
function escaped(value: string): string {
  return value.replace(/[&<>"'`]|[^\x20-\x7e]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `&#${isWritable(code) ? code : REPLACEMENT};`;
  });
}

const REPLACEMENT = 0xfffd;

/** HTML knows no reference to half a character or to most control characters. */
function isWritable(code: number): boolean {
  const isControl = (code < 0x20 && ![0x09, 0x0a].includes(code)) || (code >= 0x7f && code <= 0x9f);
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return !isControl && !isHalf;
}
