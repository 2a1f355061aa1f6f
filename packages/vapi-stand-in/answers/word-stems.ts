/** The stems of the words that distinguish one passage from another. */
const COMMON = new Set(
  (
    "a about am an and any are as at be been but by can could did do does for from get give had has " +
    "have he her here him his how i if in is it its just know let me my need not of on or our please " +
    "she should so some tell that the their them then there these they this those to us want was we " +
    "were what when where which who why will with would you your"
  ).split(" "),
);

const ENDINGS: [ending: RegExp, replacement: string][] = [
  [/(?<=[a-z]{3})(?:ies|y)$/, "i"],
  [/(?<=[a-z]{3})ments?$/, ""],
  [/(?<=[a-z]{3})(?:ings?|ed|ers?|es)$/, ""],
  [/(?<=[a-z]{2}[^s])s$/, ""],
  [/(?<=[a-z]{3})e$/, ""],
];

export function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !COMMON.has(word))
    .map(stem);
}

export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? []
  );
}

function stem(word: string): string {
  const cut = ENDINGS.reduce(
    (rest, [ending, replacement]) => rest.replace(ending, replacement),
    word,
  );
  // "stopp" of "stopped" becomes "stop".
  return cut.replace(/([bdfgmnprt])\1$/, "$1");
}
