/** Whether the assistant said what a description describes, without a language model. */
import { quotedWords, withoutQuotations } from "../answers/quoted-words.ts";
import { stemsOf } from "../answers/word-stems.ts";

/** Words that frame a description, and say nothing about what the assistant said. */
const FRAME = new Set(
  stemsOf(
    "return true false whether assistant agent bot visitor caller customer user say says said tells told " +
      "answers answered replies mentions mentioned explains explained states stated gives gave names named must",
  ),
);
const LEAST_SHARE = 0.5;
/** “does not say “free””: a negation, and the verb that the quotation belongs to. */
const NEGATION = /(?:\b(?:not|never|without)|n['’]t)(?:\s+\p{L}+){0,4}\s*$/iu;

/** The quoted words of a description, and whether it says that they are not said. */
export function quotedClaim(description: string): { quoted: string[]; isNegated: boolean } {
  const before = description.slice(0, Math.max(0, description.search(/[“"«]/)));
  return { quoted: quotedWords(description), isNegated: NEGATION.test(before) };
}

/**
 * By the quoted words of the description, all of which the assistant said. Without any, by the stems of its words, most of
 * which the assistant said. Undefined if the description has no words to compare.
 */
export function assistantSaid(description: string, said: string): boolean | undefined {
  const { quoted, isNegated } = quotedClaim(description);
  if (quoted.length > 0) {
    const text = plain(said);
    const isSaid = (words: string) => text.includes(plain(words));
    return isNegated ? !quoted.some(isSaid) : quoted.every(isSaid);
  }
  const wanted = new Set(contentStems(description));
  if (wanted.size === 0) return undefined;
  const known = new Set(stemsOf(said));
  const found = [...wanted].filter((stem) => known.has(stem));
  return found.length / wanted.size > LEAST_SHARE;
}

function contentStems(description: string): string[] {
  return stemsOf(withoutQuotations(description)).filter((stem) => !FRAME.has(stem));
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll("’", "'").replaceAll(/\s+/g, " ");
}
