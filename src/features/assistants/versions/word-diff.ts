/** A part of two texts: in both, or in one of them only. */
export type DiffPart = { kind: "same" | "then" | "now"; text: string };

/** About 2,000 words in each text. Beyond that, everything between the common ends counts as changed. */
const MAX_PAIRS = 5_000_000;

export function wordDiff(then: string, now: string): DiffPart[] {
  const [old, current] = [wordsOf(then), wordsOf(now)];
  const head = commonLength(old, current);
  const tail = commonLength(old.slice(head).toReversed(), current.slice(head).toReversed());
  const middle = middleOf(
    old.slice(head, old.length - tail),
    current.slice(head, current.length - tail),
  );
  return joined([
    ...old.slice(0, head).map(same),
    ...middle,
    ...old.slice(old.length - tail).map(same),
  ]);
}

/** Each word with the blanks after it, so that all together are the text. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function commonLength(one: string[], other: string[]): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

function middleOf(old: string[], current: string[]): DiffPart[] {
  if (old.length * current.length > MAX_PAIRS) {
    return [...old.map(onlyThen), ...current.map(onlyNow)];
  }
  // The longest common subsequence of both rests, for each pair of positions.
  const width = current.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = current.length - 1; column >= 0; column--) {
      common[row * width + column] =
        old[row] === current[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < current.length) {
    const [before, after] = [old[row], current[column]];
    if (before !== undefined && before === after) {
      parts.push(same(before));
      row += 1;
      column += 1;
    } else if (
      before !== undefined &&
      (after === undefined || at(row + 1, column) >= at(row, column + 1))
    ) {
      parts.push(onlyThen(before));
      row += 1;
    } else if (after !== undefined) {
      parts.push(onlyNow(after));
      column += 1;
    }
  }
  return parts;
}

/** Merges neighbours of one kind. */
function joined(parts: DiffPart[]): DiffPart[] {
  const all: DiffPart[] = [];
  for (const { kind, text } of parts) {
    const last = all.at(-1);
    if (last?.kind === kind) last.text += text;
    else all.push({ kind, text });
  }
  return all;
}

const same = (text: string): DiffPart => ({ kind: "same", text });
const onlyThen = (text: string): DiffPart => ({ kind: "then", text });
const onlyNow = (text: string): DiffPart => ({ kind: "now", text });
