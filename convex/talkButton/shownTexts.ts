/** What the talk button says, as its page is told it: in one language alone. */
import type { Doc } from "../_generated/dataModel";
import { wordsIn } from "../shared/talkButtonTexts";
import type { ShownTexts } from "../assistants/table";
import { conversationOf } from "../assistants/conversation";

/** Null for English, which comes with the button's script. */
export function shownTextsOf(assistant: Doc<"assistants">): ShownTexts | null {
  const { language } = conversationOf(assistant);
  const words = wordsIn(language);
  if (language === null || words === null) return null;
  const { labels, messages, notConfigured } = words;
  const hasVoice = assistant.voiceAssistantId !== undefined;
  const all = {
    ...messages,
    ...(hasVoice ? {} : { not_configured: notConfigured(assistant.name) }),
  };
  return {
    language,
    labels,
    messages: Object.fromEntries(
      Object.entries(all).map(([code, wording]) => [code, [...wording]]),
    ),
  };
}
