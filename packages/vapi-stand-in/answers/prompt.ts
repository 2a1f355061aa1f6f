/** The facts in a system prompt, without its instructions to the assistant. */
import { sentencesOf } from "./sentences.ts";

// How sentences that instruct the assistant begin.
const INSTRUCTION =
  /^(?:you|your|always|never|do|don't|be|keep|use|if|when|ask|answer|avoid|remember|speak|respond|reply|help|make|only|try|act|stay|please|look|say|tell|role|goal|voice|style|rules?|tone|search|call|for questions)\b/i;

/** The sentences of a prompt that state facts for visitors, in the prompt's paragraphs. */
export function factsOf(systemPrompt: string): string {
  return systemPrompt
    .split("\n")
    .flatMap((line) => {
      if (line.trim() === "") return [""];
      const facts = sentencesOf(line.replace(/^[\s#*>-]+/, ""))
        .filter((sentence) => !INSTRUCTION.test(sentence))
        .join(" ");
      return facts === "" ? [] : [facts];
    })
    .join("\n");
}
