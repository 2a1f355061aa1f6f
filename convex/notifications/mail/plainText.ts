/** Makes text that others wrote safe for mails: mail programs find nothing in it to turn into a link. */

/** Letters, digits, and signs that are part of names. Every dot, slash, colon and at sign goes. */
const NOT_OF_NAMES = /[^\p{L}\p{M}\p{N}'’,()&+_-]+/gu;

export function withoutLinks(text: string): string {
  return text.replaceAll(NOT_OF_NAMES, " ").trim();
}

/** "maria (at) shop (dot) example": it can be read, and not be pressed. */
export function spelledAddress(address: string): string {
  return withoutLinks(address.replaceAll("@", " (at) ").replaceAll(".", " (dot) "));
}
