/** Media types as upstream parses and prints them, with the error texts of the crate mime 0.3. */

const TOKEN = /[!#$%&'*+\-.^_`|~\w]*/y;
const SPACES = / */y;
// The first character may be anything, even the quote that would end it.
const QUOTED = /[ -~][ !#-~]*/y;

/** Returns it with lower-case names. Throws if it is malformed. */
export function parseMediaType(text: string): string {
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found = ""] = pattern.exec(text) ?? [];
    at += found.length;
    return found;
  };
  const refusal = (missing: string): Error => {
    const byte = text.charCodeAt(at).toString(16).toUpperCase();
    const why =
      at < text.length ? `an invalid token was encountered, ${byte} at position ${at}` : missing;
    return new Error(`mime parse error: ${why}`);
  };
  const expect = (sign: string, missing: string): void => {
    if (text[at] !== sign) throw refusal(missing);
    at += 1;
  };

  const parameterValue = (): string => {
    const from = at;
    if (text[at] !== '"') {
      take(TOKEN);
      if (at < text.length && (at === from || text[at] !== ";")) throw refusal("");
      return text.slice(from, at);
    }
    at += 1;
    take(QUOTED);
    expect('"', 'a quote (") was missing from a parameter value');
    take(SPACES);
    return text.slice(from, at);
  };

  const SLASH = "a slash (/) was missing between the type and subtype";
  if (take(TOKEN) === "") throw refusal(SLASH);
  expect("/", SLASH);
  const subtype = take(TOKEN);
  if (at === text.length) return text.toLowerCase();
  if (subtype === "") throw refusal("");
  expect(";", "");
  let normal = text.slice(0, at).toLowerCase();
  while (at < text.length) {
    const EQUAL = "an equals sign (=) was missing between a parameter and its value";
    const spaces = take(SPACES);
    const name = take(TOKEN).toLowerCase();
    if (name === "") throw refusal(EQUAL);
    expect("=", EQUAL);
    const value = parameterValue();
    normal += `${spaces}${name}=${name === "charset" ? value.toLowerCase() : value}`;
    if (at === text.length) break;
    expect(";", "");
    normal += ";";
  }
  return normal;
}
