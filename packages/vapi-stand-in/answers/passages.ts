/** Finds the passages of a text that fit a question best. */
import { setImmediate as nextTurn } from "node:timers/promises";
import MiniSearch from "minisearch";
import { sentencesOf } from "./sentences.ts";
import { stemsOf } from "./word-stems.ts";

export interface Passage {
  text: string;
  /** The share of the question's words that the passage contains, from 0 to 1. */
  coverage: number;
}

export interface PassageIndex {
  /** Best first. Every passage shares a word with the question. */
  search(question: string, limit: number): Passage[];
}

const SENTENCES_PER_PASSAGE = 2;
// A frame of a call lasts 20 ms, so indexing a book yields to the event loop.
const MAX_TURN_MS = 8;
// A question is a sentence or two, but a page may send a book.
const MAX_QUESTION_CHARACTERS = 2000;

export async function indexPassages(text: string): Promise<PassageIndex> {
  const passages: string[] = [];
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ["text"],
    tokenize: stemsOf,
    processTerm: (stem) => stem,
  });
  let turnStartedAt = performance.now();
  for (const block of blocksOf(text)) {
    for (const passage of passagesOf(block)) {
      index.add({ id: passages.push(passage) - 1, text: passage });
      if (performance.now() - turnStartedAt < MAX_TURN_MS) continue;
      await nextTurn();
      turnStartedAt = performance.now();
    }
  }
  return {
    search(question, limit) {
      const stems = [...new Set(stemsOf(question.slice(0, MAX_QUESTION_CHARACTERS)))];
      if (stems.length === 0) return [];
      const found = index.search(stems.join(" "), { tokenize: (joined) => joined.split(" ") });
      return found.slice(0, limit).map(({ id, queryTerms }) => ({
        text: passages[id as number] ?? "",
        coverage: new Set(queryTerms).size / stems.length,
      }));
    },
  };
}

/** Every sentence with the next one of its block. A line of a list or a table is a block of its own. */
function passagesOf(block: string): string[] {
  const sentences = sentencesOf(block);
  const starts = Math.max(1, sentences.length - SENTENCES_PER_PASSAGE + 1);
  return Array.from({ length: starts }, (_, start) =>
    sentences.slice(start, start + SENTENCES_PER_PASSAGE).join(" "),
  );
}

// Longer blocks are cut, so that none keeps the event loop busy for long.
const MAX_BLOCK_CHARACTERS = 20_000;

/** Paragraphs, with their wrapped lines joined. A line that ends with a sentence ends the block too. */
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
    if (!isLast && characters < MAX_BLOCK_CHARACTERS) continue;
    const block = joined();
    if (block !== "") yield block;
  }
  const block = joined();
  if (block !== "") yield block;
}

/** Cuts a line that is too long between words. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    if (end - start <= MAX_BLOCK_CHARACTERS) {
      yield text.slice(start, end);
      start = end + 1;
      continue;
    }
    const limit = start + MAX_BLOCK_CHARACTERS;
    const space = text.slice(start, limit).lastIndexOf(" ");
    const cut = space > 0 ? start + space : limit;
    yield text.slice(start, cut);
    start = cut;
  }
}
