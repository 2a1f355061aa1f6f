import { wordsOf } from "../answers/words.ts";

/** Whether what the assistant said holds one of the phrases that end a call: whole words, any case. */
export function saysEndPhrase(text: string, phrases: readonly string[]): boolean {
  const words = ` ${wordsOf(text).join(" ")} `;
  return phrases.some((phrase) => {
    const wanted = wordsOf(phrase).join(" ");
    return wanted !== "" && words.includes(` ${wanted} `);
  });
}
