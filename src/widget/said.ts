import { CALL_REFUSALS, voiceNotConfigured, WIDGET_MESSAGES } from "../../convex/shared/messages";
import type { WidgetAssistant } from "./backend";
import { shortWords } from "./short-words";

export interface Said {
  text: string;
  /** As much of it as there is room for in a frame of 90 pixels. */
  words: string;
}

/** What the button says, in the language of its assistant: what its page was told of that, or English. */
export function speakerFor({ name, words }: Pick<WidgetAssistant, "name" | "words">) {
  const others = new Map<string, Said>();
  for (const [key, english] of Object.entries({ ...WIDGET_MESSAGES, ...CALL_REFUSALS })) {
    const other = words?.said[key];
    if (other !== undefined) others.set(english, other);
  }
  if (words?.notConfigured !== undefined) others.set(voiceNotConfigured(name), words.notConfigured);
  return {
    /** What the server has words of its own for. */
    learn: (said: Said) => void others.set(said.text, said),
    said: (text: string): Said => others.get(text) ?? { text, words: shortWords(text) },
  };
}
