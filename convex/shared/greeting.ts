import type { Conversation } from "./conversation";
import { languageFor } from "./languages";

/** The first message of a typed conversation. Null if the assistant waits for the visitor. */
export function typedGreeting(talk: Conversation, name: string): string | null {
  const { greeting, language, visitorSpeaksFirst } = talk;
  const spoken = visitorSpeaksFirst ? null : (greeting ?? languageFor(language).greeting(name));
  return talk.typedGreeting ?? spoken;
}
