/** Finds the passage of a text that says most about a question: BM25 over windows of sentences. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { sentencesOf } from "./sentences.ts";
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

// The usual constants: how fast repeated words stop counting, and how much long passages are held back.
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

// A frame of a call lasts 20 ms: whoever indexes a book lets the calls go on between its pages.
const LONGEST_HOLD_MS = 8;

// A question is a sentence or two; a page may send a book.
const LONGEST_QUESTION_CHARACTERS = 2000;

/** How often a passage holds a stem. */
interface Posting {
  passage: number;
  count: number;
}

interface Sheaf {
  passages: string[];
  lengths: number[];
  postings: Map<string, Posting[]>;
}

export async function indexPassages(text: string): Promise<PassageIndex> {
  const sheaf: Sheaf = { passages: [], lengths: [], postings: new Map() };
  let heldSince = performance.now();
  for (const block of blocksOf(text)) {
    for (const passage of windowsOf(block)) {
      addPassage(sheaf, passage);
      if (performance.now() - heldSince < LONGEST_HOLD_MS) continue;
      await nextTurn();
      heldSince = performance.now();
    }
  }
  return { search: (question, limit) => search(sheaf, question, limit) };
}

function addPassage({ passages, lengths, postings }: Sheaf, text: string): void {
  const passage = passages.push(text) - 1;
  const counts = new Map<string, number>();
  const stems = stemsOf(text);
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  lengths.push(stems.length);
  for (const [stem, count] of counts) {
    const known = postings.get(stem);
    if (known === undefined) postings.set(stem, [{ passage, count }]);
    else known.push({ passage, count });
  }
}

function search({ passages, lengths, postings }: Sheaf, question: string, limit: number) {
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / passages.length;
  const stems = [...new Set(stemsOf(question.slice(0, LONGEST_QUESTION_CHARACTERS)))];
  const found = new Map<number, { score: number; shared: number }>();
  for (const stem of stems) {
    const holding = postings.get(stem) ?? [];
    const others = passages.length - holding.length;
    const rarity = Math.log(1 + (others + 0.5) / (holding.length + 0.5));
    for (const { passage, count } of holding) {
      const length = (lengths[passage] ?? 0) / Math.max(averageLength, 1);
      const norm = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length;
      const weight = (rarity * count * (SATURATION + 1)) / (count + SATURATION * norm);
      const { score, shared } = found.get(passage) ?? { score: 0, shared: 0 };
      found.set(passage, { score: score + weight, shared: shared + 1 });
    }
  }
  return [...found]
    .sort(([one, a], [other, b]) => b.score - a.score || one - other)
    .slice(0, limit)
    .map(([passage, { score, shared }]) => ({
      text: passages[passage] ?? "",
      score,
      coverage: shared / stems.length,
    }));
}

/** Every sentence with the one after it, within a paragraph; a line of a list or table stays alone. */
function windowsOf(block: string): string[] {
  const sentences = sentencesOf(block);
  const starts = Math.max(1, sentences.length - SENTENCES_PER_WINDOW + 1);
  return Array.from({ length: starts }, (_, start) =>
    sentences.slice(start, start + SENTENCES_PER_WINDOW).join(" "),
  );
}

// What goes on without a blank line for longer is cut, so that no block holds the loop alone.
const LONGEST_BLOCK_CHARACTERS = 20_000;

/** Paragraphs, their wrapped lines joined; a line that ends its sentence ends its block as well. */
function* blocksOf(text: string): Generator<string> {
  let lines: string[] = [];
  let characters = 0;
  const joined = () => {
    const block = lines.join(" ").replaceAll(/\s+/g, " ").trim();
    lines = [];
    characters = 0;
    return block;
  };
  for (const line of linesOf(text)) {
    lines.push(line);
    characters += line.length;
    const isLast = line.trim() === "" || /[.!?:;]$/.test(line.trimEnd());
    if (!isLast && characters < LONGEST_BLOCK_CHARACTERS) continue;
    const block = joined();
    if (block !== "") yield block;
  }
  const block = joined();
  if (block !== "") yield block;
}

/** A line that never ends is cut between words. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    if (end - start <= LONGEST_BLOCK_CHARACTERS) {
      yield text.slice(start, end);
      start = end + 1;
      continue;
    }
    const limit = start + LONGEST_BLOCK_CHARACTERS;
    const space = text.slice(start, limit).lastIndexOf(" ");
    const cut = space > 0 ? start + space : limit;
    yield text.slice(start, cut);
    start = cut;
  }
}
