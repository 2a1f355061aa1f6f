/** Groups questions that ask the same thing, by the words that they share. */

type Group<One> = { ones: One[]; words: Set<string> };

/** The smallest share of common words (Jaccard index) that makes two questions alike. */
const MIN_SIMILARITY = 0.5;
/** Shorter words would lose more than their ending. */
const MIN_STEM_LENGTH = 5;

/** Words too common to tell questions apart. */
const STOP_WORDS = new Set(
  `a about an and any are as at be been by can could did do does for from had has have hello hi how i if in is it
  me my of on or our please so some tell than that the their them there these they this those to too us was we were
  what when where which who why will with would you your`.split(/\s+/),
);

/** Largest group first. Groups of one size, and the questions of a group, keep their order. */
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

/** Returns a function that finds the one that is most like a question. Null if none is alike. */
export function alikeAmong<One>(
  ones: One[],
  textOf: (one: One) => string,
): (question: string) => One | null {
  const groups = ones.map((one) => ({ ones: [one], words: wordsOf(textOf(one)) }));
  return (question) => nearestTo(wordsOf(question), groups)?.ones[0] ?? null;
}

function nearestTo<One>(words: Set<string>, groups: Group<One>[]): Group<One> | null {
  let nearest: Group<One> | null = null;
  let most = 0;
  for (const group of groups) {
    const share = similarity(words, group.words);
    if (share >= MIN_SIMILARITY && share > most) [nearest, most] = [group, share];
  }
  return nearest;
}

/** The Jaccard index of two sets of words. */
function similarity(some: Set<string>, others: Set<string>): number {
  const both = [...some].filter((word) => others.has(word)).length;
  return both / (some.size + others.size - both);
}

/** How many of a question's words a longer text has, from 0 to 1. */
export function shareOfWords(question: string, text: string): number {
  const words = wordsOf(question);
  const others = wordsOf(text);
  return [...words].filter((word) => others.has(word)).length / words.size;
}

/** The words without accents and endings. Stop words stay if there are no others. */
export function wordsOf(text: string): Set<string> {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}|['’]/gu, "")
    .toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [plain];
  const distinctive = words.filter((word) => !STOP_WORDS.has(word));
  return new Set((distinctive.length === 0 ? words : distinctive).map(stemOf));
}

/** A simple English stemmer: "deliveries" and "delivery", "parking" and "park". */
function stemOf(word: string): string {
  if (word.length < MIN_STEM_LENGTH) return word;
  return word
    .replace(/(?:ing|ed|s)$/, "")
    .replace(/e$/, "")
    .replace(/y$/, "i");
}
