/** Which encoding a page is in: https://html.spec.whatwg.org/#determining-the-character-encoding, as far as pages use it. */

const META_WITHIN_BYTES = 2048;
const LABEL = /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;

/** What the bytes 0x80 to 0x9F mean: https://encoding.spec.whatwg.org/index-windows-1252.txt. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";

/** In this order: a byte order mark, the header, the page's own statement, UTF-8, and for what that cannot be: Windows-1252. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const marked = labelOfMark(bytes);
  const label = marked ?? LABEL.exec(contentType)?.[1] ?? labelInPage(bytes);
  const decoder = label === undefined ? undefined : decoderFor(label);
  if (decoder !== undefined) return decode(decoder, bytes);
  // Not a `fatal` decoder, which does not throw in Convex: docs/fidelity.md, F9.
  const text = new TextDecoder("utf-8").decode(bytes);
  return text.includes("\uFFFD") ? decode(new TextDecoder("windows-1252"), bytes) : text;
}

/** Node 20 reads Windows-1252 as Latin-1: "€" and typographic quotes become control characters. */
function decode(decoder: TextDecoder, bytes: Uint8Array): string {
  const text = decoder.decode(bytes);
  if (decoder.encoding !== "windows-1252") return text;
  return text.replace(/[\u0080-\u009F]/g, (one) => WINDOWS_1252[one.charCodeAt(0) - 0x80] ?? one);
}

function labelOfMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

/** A page whose statement could be read as ASCII is not in UTF-16, whatever it states. */
function labelInPage(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("windows-1252").decode(bytes.subarray(0, META_WITHIN_BYTES));
  const label = LABEL.exec(/<meta[^>]*charset[^>]*>|<\?xml[^>]*\?>/i.exec(start)?.[0] ?? "")?.[1];
  return label !== undefined && /^utf-?16/i.test(label) ? "utf-8" : label;
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
