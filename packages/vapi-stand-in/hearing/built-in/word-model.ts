/**
 * The words that the recognizer knows, with their probabilities. Words of the assistant's own texts become likelier, and
 * those that the model lacks are added to it.
 *
 * The layout of `en-us.lm.bin` is pocketsphinx' (sphinxbase/src/libsphinxbase/lm/ngram_model_trie.c): a header, tables of
 * 65,536 floats, 12 bytes for each word (its likelihood as a float, its back-off, where its pairs begin), packed pairs and
 * triples, and at the end the words themselves, each followed by a zero byte.
 */

const HEADER_BYTES = 20;
const TABLE_FLOATS = 65_536;
const WORD_BYTES = 12;
/** The model's logarithms are of this base. */
const LOG_BASE = 1.0001;

/** The common ones of 72,544 words: a smaller dictionary is searched faster, with the same result. */
const MAX_WORDS = 20_000;

/** As likely as everyday words. In a trial of 51 recordings, less helped less, and more did harm. */
const OWN_LIKELIHOOD = logarithm(10 ** -3.5);

/** The limit, so that the rest of the language keeps enough probability. */
const MAX_OWN_WORDS = 500;

export interface WordModel {
  /** The language model, as the bytes of a file. */
  model: Buffer;
  /** The dictionary: each word with its sounds. */
  dictionary: Buffer;
}

/** `model` and `dictionary` of the package, and the assistant's texts, whose earlier words count more. */
export function prepareWords(model: Buffer, dictionary: string, texts: string): WordModel {
  const lines = readDictionary(dictionary);
  const sounds = firstSounds(lines);
  const { first, namesAt, names } = readModel(model);
  const likelihoodAt = (id: number) => first + WORD_BYTES * id;
  const likelihoods = Float32Array.from(names, (_, id) => model.readFloatLE(likelihoodAt(id)));
  const ascending = likelihoods.toSorted();
  const [least = 0, rare = 0] = [ascending.at(-MAX_WORDS), ascending[MAX_OWN_WORDS]];

  const ids = new Map(names.map((name, id) => [name, id]));
  // A word that the model lacks replaces a rare one.
  const places = names.flatMap((name, id) =>
    likelihoodOf(id) <= rare && sounds.has(name) ? [id] : [],
  );
  const known = new Set(names.filter((_, id) => likelihoodOf(id) >= least));
  const own: number[] = [];
  for (const word of spokenWords(texts)) {
    if (own.length >= MAX_OWN_WORDS) break;
    const heard = sounds.get(word) ?? soundsOfCompound(word, sounds);
    if (heard === null) continue;
    const id = ids.get(word) ?? places.pop();
    if (id === undefined || likelihoodOf(id) >= OWN_LIKELIHOOD) continue;
    if (!sounds.has(word)) lines.push({ word, line: `${word} ${heard}` });
    names[id] = word;
    known.add(word);
    own.push(id);
  }

  const prepared = withNames(model.subarray(0, namesAt), names);
  for (const id of own) prepared.writeFloatLE(OWN_LIKELIHOOD, likelihoodAt(id));
  const kept = lines.filter(({ word }) => known.has(word)).map(({ line }) => `${line}\n`);
  return { model: prepared, dictionary: Buffer.from(kept.join(""), "latin1") };

  function likelihoodOf(id: number): number {
    return likelihoods[id] ?? 0;
  }
}

function logarithm(value: number): number {
  return Math.log(value) / Math.log(LOG_BASE);
}

function spokenWords(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[a-z]+(?:'[a-z]+)?/g) ?? [],
  );
}

function readModel(model: Buffer) {
  const order = model.readUInt8(HEADER_BYTES - 1);
  const count = model.readUInt32LE(HEADER_BYTES);
  const tables = 2 * (order - 2) + 1;
  const first = HEADER_BYTES + 4 * order + 4 + 4 * TABLE_FLOATS * tables;
  // Each name ends with a zero, and so does the count of bytes before them, which is less than 16 MB.
  let namesAt = model.length;
  for (let zeros = 0; zeros <= count; zeros += 1) namesAt = model.lastIndexOf(0, namesAt - 1);
  const names = model.toString("latin1", namesAt + 1).split("\0", count);
  return { first, namesAt: namesAt + 1, names };
}

function withNames(before: Buffer, names: string[]): Buffer {
  const bytes = Buffer.from(`${names.join("\0")}\0`, "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([before.subarray(0, -length.length), length, bytes]);
}

interface DictionaryLine {
  word: string;
  /** `word SOUND SOUND`, or `word(2) SOUND SOUND` for another way to say it. */
  line: string;
}

function readDictionary(text: string): DictionaryLine[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ word: line.slice(0, line.search(/[ (]/)), line }));
}

type Sounds = Map<string, string>;

function firstSounds(lines: DictionaryLine[]): Sounds {
  const sounds: Sounds = new Map();
  for (const { word, line } of lines) {
    if (!sounds.has(word)) sounds.set(word, line.slice(line.indexOf(" ") + 1));
  }
  return sounds;
}

const MIN_PART_LENGTH = 3;

/** "sourdough" is pronounced as "sour" and "dough". */
function soundsOfCompound(word: string, sounds: Sounds): string | null {
  for (let at = word.length - MIN_PART_LENGTH; at >= MIN_PART_LENGTH; at -= 1) {
    const [start, end] = [sounds.get(word.slice(0, at)), sounds.get(word.slice(at))];
    if (start !== undefined && end !== undefined) return `${start} ${end}`;
  }
  return null;
}
