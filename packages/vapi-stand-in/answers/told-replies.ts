/** Replies that the prompt prescribes word for word: “When a visitor writes “…”, say “…”.” */
import { quotedWords } from "./quoted-words.ts";
import { stemsOf } from "./word-stems.ts";

const RULE =
  /\bwhen(?:ever)? (?:a|the) (?:visitor|caller|customer|user) (?:writes|asks|says) ([“"«].+?[”"»]), (?:say|answer|reply) ([“"«].+?[”"»](?: and [“"«].+?[”"»])*)/giu;
/** Of the words of both texts together. */
const LEAST_SHARED = 0.5;

/** The reply whose occasion has most words in common with the question. Null if none has enough. */
export function toldReply(systemPrompt: string, question: string): string | null {
  const [best] = [...systemPrompt.matchAll(RULE)]
    .map(([, occasion = "", reply = ""]) => ({ reply, shared: sharedShare(occasion, question) }))
    .filter(({ shared }) => shared > LEAST_SHARED)
    .sort((a, b) => b.shared - a.shared);
  return best === undefined ? null : quotedWords(best.reply).map(asSentence).join(" ");
}

function sharedShare(one: string, other: string): number {
  const [first, second] = [new Set(stemsOf(one)), new Set(stemsOf(other))];
  const all = new Set([...first, ...second]);
  const shared = [...first].filter((stem) => second.has(stem)).length;
  return all.size === 0 ? 0 : shared / all.size;
}

function asSentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
