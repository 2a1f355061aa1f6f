/** Splits a text into sentences, for speech and for passages. */
const MAX_SENTENCE_CHARACTERS = 400;

// A full stop after one of these, or after a single letter, ends no sentence.
const ABBREVIATION = /\b(?:[a-z]|dr|mr|mrs|ms|no|prof|st|vs|e\.g|i\.e)$/i;
const MAX_ABBREVIATION_LENGTH = 4;

const STOPS = ".!?";
const CLOSERS = "\"')]";

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    if (!isOneOf(STOPS, text[at])) {
      at += 1;
      continue;
    }
    const stop = at;
    while (isOneOf(STOPS, text[at])) at += 1;
    const isLoneStop = at === stop + 1;
    while (isOneOf(CLOSERS, text[at])) at += 1;
    const end = at;
    while (at < text.length && (text[at] ?? "").trim() === "") at += 1;
    const isFollowed = at > end && at < text.length;
    if (isFollowed && !(isLoneStop && endsInAbbreviation(text, stop))) {
      sentences.push(text.slice(start, end));
      start = at;
    }
  }
  sentences.push(text.slice(start));
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")
    .flatMap(cutLongSentence);
}

function isOneOf(characters: string, character: string | undefined): boolean {
  return character !== undefined && characters.includes(character);
}

function endsInAbbreviation(text: string, end: number): boolean {
  // One character more, to distinguish a whole word from the end of a longer one.
  return ABBREVIATION.test(text.slice(Math.max(0, end - MAX_ABBREVIATION_LENGTH - 1), end));
}

function cutLongSentence(sentence: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (sentence.length - start > MAX_SENTENCE_CHARACTERS) {
    const limit = start + MAX_SENTENCE_CHARACTERS;
    const space = sentence.slice(start, limit + 1).lastIndexOf(" ");
    const end = space > 0 ? start + space : limit;
    pieces.push(sentence.slice(start, end));
    start = end;
    while (sentence[start] === " ") start += 1;
  }
  return [...pieces, sentence.slice(start)];
}
