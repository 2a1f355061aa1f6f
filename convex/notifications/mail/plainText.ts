/** Makes other people's text safe for mails: mail programs find nothing in it that they could turn into a link. */

/** Everything but letters, digits and punctuation that occurs in names. It includes dots, slashes, colons and at signs. */
const NOT_OF_NAMES = /[^\p{L}\p{M}\p{N}'’,()&+_-]+/gu;

export function withoutLinks(text: string): string {
  return text.replaceAll(NOT_OF_NAMES, " ").trim();
}

/** For example "maria (at) shop (dot) example", which no mail program turns into a link. */
export function spelledAddress(address: string): string {
  return withoutLinks(address.replaceAll("@", " (at) ").replaceAll(".", " (dot) "));
}

/** Without control characters, and without characters that change the writing direction, which could mislead readers. */
export function plain(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, " ");
}
