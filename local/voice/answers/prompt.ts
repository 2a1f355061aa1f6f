/** What a system prompt says of the world, rather than to the assistant. */
import { sentencesOf } from "./sentences.ts";

// How a prompt speaks to the assistant rather than about the world.
const INSTRUCTION =
  /^(?:you|your|always|never|do|don't|be|keep|use|if|when|ask|answer|avoid|remember|speak|respond|reply|help|make|only|try|act|stay|please|look|say|tell|role|goal|voice|style|rules?|tone|search|call|for questions)\b/i;

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
