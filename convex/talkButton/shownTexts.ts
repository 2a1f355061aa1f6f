/** What the talk button says, as its page is told it: of one language alone. */
import type { Doc } from "../_generated/dataModel";
import { conversationOf } from "../assistants/conversation";
import type { ShownWords } from "../assistants/table";
import { type Said, wordsIn } from "../shared/talkButtonTexts";

/** Null for English, which the button has itself. */
export function shownTextsOf(assistant: Doc<"assistants">): ShownWords | null {
  const { language } = conversationOf(assistant);
  const words = wordsIn(language);
  if (language === null || words === null) return null;
  const { labels, said, refused, notConfigured } = words;
  const all = Object.entries({ ...said, ...refused });
  const isSilent = assistant.voiceAssistantId === undefined;
  return {
    language,
    labels,
    said: Object.fromEntries(all.map(([name, one]) => [name, told(one)])),
    ...(isSilent ? { notConfigured: told(notConfigured(assistant.name)) } : {}),
  };
}

function told([text, words]: Said) {
  return { text, words };
}
