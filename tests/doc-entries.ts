/** Reads the numbered entries of docs/security.md and docs/fidelity: a heading with a code and a title, followed by a list
 * with labels.
 *
 *     ### T7: An account is opened through an unconfirmed address
 *
 *     - Defence: only confirmed accounts are joined
 *       (`signInLinking.ts`).
 *     - Tests: `tests/product/oauth.test.ts`
 */
export interface DocEntry<Label extends string> {
  code: string;
  title: string;
  /** The second-level heading above it. */
  section: string;
  fields: Partial<Record<Label, string>>;
}

const ENTRY = /^([A-Z]\d+): (\S.*)$/;
const FIELD = /^- ([A-Z][a-z ]*): (\S.*)$/;
const CONTINUED = /^ {2}(\S.*)$/;

/** Throws if it cannot read a line of an entry, so that no entry or field is overlooked. */
export function readEntries<Label extends string>(
  markdown: string,
  labels: readonly Label[],
): DocEntry<Label>[] {
  const entries: DocEntry<Label>[] = [];
  let section = "";
  let entry: DocEntry<Label> | undefined;
  let label: Label | undefined;

  for (const [at, line] of markdown.split("\n").entries()) {
    const fault = (text: string) => new Error(`Line ${at + 1}: ${text}: ${line}`);
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading !== null) {
      const [, { length: level } = "", text = ""] = heading;
      label = undefined;
      entry = undefined;
      if (level < 3) section = level === 2 ? text : "";
      if (level !== 3) continue;
      const [, code, title] = ENTRY.exec(text) ?? [];
      if (code === undefined || title === undefined) throw fault("no code and title");
      entry = { code, title, section, fields: {} };
      entries.push(entry);
      continue;
    }
    if (entry === undefined || line === "") continue;

    const [, name, text = ""] = FIELD.exec(line) ?? [];
    if (name !== undefined) {
      label = labels.find((each) => each === name);
      if (label === undefined) throw fault("an unknown label");
      if (entry.fields[label] !== undefined) throw fault("a label that the entry has already");
      entry.fields[label] = text;
      continue;
    }
    const [, more] = CONTINUED.exec(line) ?? [];
    if (more === undefined || label === undefined) throw fault("neither a field nor part of one");
    entry.fields[label] = `${entry.fields[label] ?? ""} ${more}`;
  }
  return entries;
}
