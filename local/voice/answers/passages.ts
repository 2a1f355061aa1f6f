/** Finds the passage of a text that says most about a question: BM25 over windows of sentences. */
import { stemsOf } from "./words.ts";

export interface Passage {
  text: string;
  score: number;
  /** How much of what the question asks about the passage mentions, from 0 to 1. */
  coverage: number;
}

export interface PassageIndex {
  /** Best first; only passages that share a telling word with the question. */
  search(question: string, limit: number): Passage[];
}

const SENTENCES_PER_WINDOW = 2;
const LONGEST_SENTENCE_CHARACTERS = 400;

// The usual constants: how fast repeated words stop counting, and how much long passages are held back.
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

interface IndexedPassage {
  text: string;
  counts: Map<string, number>;
  length: number;
}

export function indexPassages(text: string): PassageIndex {
  const passages = windowsOf(text).map(indexPassage);
  const documentFrequency = new Map<string, number>();
  for (const { counts } of passages) {
    for (const stem of counts.keys()) {
      documentFrequency.set(stem, (documentFrequency.get(stem) ?? 0) + 1);
    }
  }
  const averageLength =
    passages.reduce((sum, { length }) => sum + length, 0) / Math.max(passages.length, 1);

  const rarity = (stem: string) => {
    const holding = documentFrequency.get(stem) ?? 0;
    return Math.log(1 + (passages.length - holding + 0.5) / (holding + 0.5));
  };
  const weight = (stem: string, { counts, length }: IndexedPassage) => {
    const count = counts.get(stem) ?? 0;
    const norm = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / Math.max(averageLength, 1);
    return (rarity(stem) * count * (SATURATION + 1)) / (count + SATURATION * norm);
  };

  return {
    search(question, limit) {
      const stems = [...new Set(stemsOf(question))];
      return passages
        .map((passage) => ({
          text: passage.text,
          score: stems.reduce((sum, stem) => sum + weight(stem, passage), 0),
          coverage:
            stems.filter((stem) => passage.counts.has(stem)).length / Math.max(stems.length, 1),
        }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, limit);
    },
  };
}

function indexPassage(text: string): IndexedPassage {
  const stems = stemsOf(text);
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return { text, counts, length: stems.length };
}

/** Every sentence with the one after it, within a paragraph; a line of a list or table stays alone. */
function windowsOf(text: string): string[] {
  return blocksOf(text).flatMap((block) => {
    const sentences = sentencesOf(block);
    const starts = Math.max(1, sentences.length - SENTENCES_PER_WINDOW + 1);
    return Array.from({ length: starts }, (_, start) =>
      sentences.slice(start, start + SENTENCES_PER_WINDOW).join(" "),
    );
  });
}

/** Paragraphs, their wrapped lines joined; a line that ends its sentence ends its block as well. */
function blocksOf(text: string): string[] {
  return text
    .split(/\n\s*\n|(?<=[.!?:;])[ \t]*\n/)
    .map((block) => block.replaceAll(/\s+/g, " ").trim())
    .filter((block) => block !== "");
}

// A full stop after one of these, or after a single letter, ends no sentence.
const SENTENCE_END =
  /(?<!\b(?:[a-z]|dr|mr|mrs|ms|no|prof|st|vs|e\.g|i\.e))[.!?]+["')\]]*\s+(?=\S)/gi;

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(SENTENCE_END)) {
    sentences.push(text.slice(start, index + end.length));
    start = index + end.length;
  }
  sentences.push(text.slice(start));
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")
    .flatMap(cutLongSentence);
}

function cutLongSentence(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > LONGEST_SENTENCE_CHARACTERS) {
    const space = rest.lastIndexOf(" ", LONGEST_SENTENCE_CHARACTERS);
    const end = space > 0 ? space : LONGEST_SENTENCE_CHARACTERS;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return [...pieces, rest];
}
