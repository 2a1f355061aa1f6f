import { frameTitleFor } from "../../../lib/frame-title";

const STYLE =
  "position: fixed; right: 20px; bottom: 20px; z-index: 2147483647; width: 90px; height: 90px; border: 0; border-radius: 50%; color-scheme: light";

type Embedded = { name: string; widgetUrl: string };

/** HTML to paste into any page, whatever the assistant is called. */
export function embedSnippet({ name, widgetUrl }: Embedded): string {
  const attributes = Object.entries({
    src: widgetUrl,
    title: frameTitleFor(name),
    allow: "microphone; autoplay",
    style: STYLE,
  });
  const written = attributes.map(([attribute, value]) => `  ${attribute}="${escaped(value)}"`);
  return `<iframe\n${written.join("\n")}\n></iframe>`;
}

/** The same button by one line of script, which also has room for text. */
export function scriptSnippet(origin: string, embedId: string): string {
  return `<script async src="${escaped(origin)}/embed.js" data-embed-id="${escaped(embedId)}"></script>`;
}

/** For signed calls: the script asks the page's own server for a token before each call. */
export function signedScriptSnippet(origin: string, embedId: string): string {
  return `<script src="${escaped(origin)}/embed.js"></script>
<script>
  Hark.add("${escaped(embedId)}", {
    token: async () => (await fetch("/hark-token", { method: "POST" })).text(),
  });
</script>`;
}

/** The server replaces it with a token when it sends the page. */
export const TOKEN_PLACE = "#token=TOKEN";

/** How the owner's server creates a token, in Node.js. */
export function tokenCode(embedId: string): string {
  return `import { createHmac, randomUUID } from "node:crypto";

const expires = Math.floor(Date.now() / 1000) + 600;
const nonce = randomUUID();
const signature = createHmac("sha256", process.env.HARK_SECRET)
  .update(\`v1.${embedId}.\${expires}.\${nonce}\`)
  .digest("hex");
const token = \`v1.\${expires}.\${nonce}.\${signature}\`;`;
}

/** Escapes all but ASCII, because the page may have another encoding than ours. */
function escaped(value: string): string {
  return value.replace(/[&<>"'`]|[^\x20-\x7e]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `&#${isWritable(code) ? code : REPLACEMENT};`;
  });
}

const REPLACEMENT = 0xfffd;

/** HTML has no references to surrogates or to most control characters. */
function isWritable(code: number): boolean {
  const isControl = (code < 0x20 && ![0x09, 0x0a].includes(code)) || (code >= 0x7f && code <= 0x9f);
  const isHalf = code >= 0xd800 && code <= 0xdfff;
  return !isControl && !isHalf;
}
