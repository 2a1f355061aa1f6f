/** Which questions ask the same: by the words that they have in common. */

type Group<One> = { ones: One[]; words: Set<string> };

/** Of the words of both, those that both have. */
const LEAST_IN_COMMON = 0.5;
/** Shorter words lose more than their ending. */
const LEAST_STEM = 5;

/** What questions have in common without asking the same. */
const STOP_WORDS = new Set(
  `a about an and any are as at be been by can could did do does for from had has have hello hi how i if in is it
  me my of on or our please so some tell than that the their them there these they this those to too us was we were
  what when where which who why will with would you your`.split(/\s+/),
);

/** The largest group first, and among equals in the order in which they came; so it is within a group. */
export function groupAlike<One>(all: One[], textOf: (one: One) => string): One[][] {
  const groups: Group<One>[] = [];
  for (const one of all) {
    const words = wordsOf(textOf(one));
    const nearest = nearestTo(words, groups);
    if (nearest === null) groups.push({ ones: [one], words });
    else nearest.ones.push(one);
  }
  return groups.map(({ ones }) => ones).sort((one, other) => other.length - one.length);
}

function nearestTo<One>(words: Set<string>, groups: Group<One>[]): Group<One> | null {
  let nearest: Group<One> | null = null;
  let most = 0;
  for (const group of groups) {
    const share = inCommon(words, group.words);
    if (share >= LEAST_IN_COMMON && share > most) [nearest, most] = [group, share];
  }
  return nearest;
}

/** Jaccard's index. */
function inCommon(some: Set<string>, others: Set<string>): number {
  const both = [...some].filter((word) => others.has(word)).length;
  return both / (some.size + others.size - both);
}

/** Without accents and endings; all of them where nothing else would be left. */
export function wordsOf(text: string): Set<string> {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}|['’]/gu, "")
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [plain];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return new Set((telling.length === 0 ? words : telling).map(stemOf));
}

/** As English ends its words: "deliveries" and "delivery", "parking" and "park". */
function stemOf(word: string): string {
  if (word.length < LEAST_STEM) return word;
  return word
    .replace(/(?:ing|ed|s)$/, "")
    .replace(/e$/, "")
    .replace(/y$/, "i");
}
