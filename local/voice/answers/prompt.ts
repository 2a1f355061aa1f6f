/** What can be taken from a system prompt without a language model: its purpose and its facts. */
import { sentencesOf } from "./passages.ts";

// How a prompt speaks to the assistant rather than about the world.
const INSTRUCTION =
  /^(?:you|your|always|never|do|don't|be|keep|use|if|when|ask|answer|avoid|remember|speak|respond|reply|help|make|only|try|act|stay|please|role|goal|voice|style|rules?|tone|search|call|for questions)\b/i;

const PURPOSES = [
  /\b(?:the |your |its )?(?:main |primary )?(?:goal|purpose|job|task|mission)\b(?: of (?:this|the) (?:call|assistant))?(?: is)?\s*:?\s*(?:is )?(?:to )?([^.!?\n]+)/i,
  /\b(?:you )?help (?:the )?((?:visitors?|customers?|callers?|users?|people|guests?)\b[^.!?\n]*)/i,
];

export function purposeOf(systemPrompt: string): string | null {
  for (const [index, pattern] of PURPOSES.entries()) {
    const found = pattern.exec(systemPrompt)?.[1]?.trim();
    if (found === undefined || found === "") continue;
    return index === 0 ? lowerFirst(found) : `help ${found}`;
  }
  return null;
}

/** The sentences that state something, which may be told to whoever asks. */
export function factsOf(systemPrompt: string): string {
  return systemPrompt
    .split("\n")
    .map((line) =>
      sentencesOf(line.replace(/^[\s#*>-]+/, ""))
        .filter((sentence) => !INSTRUCTION.test(sentence))
        .join(" "),
    )
    .filter((line) => line !== "")
    .join("\n");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
