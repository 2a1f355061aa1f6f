/** The talk button's texts in the assistant's language, for its page. */
import type { Doc } from "../_generated/dataModel";
import { wordsIn } from "../shared/talkButtonTexts";
import type { ShownTexts } from "../assistants/table";
import { conversationOf } from "../assistants/conversation";

/** Null for English, which is part of the button's script. */
export function shownTextsOf(assistant: Doc<"assistants">): ShownTexts | null {
  const { language, acceptsText } = conversationOf(assistant);
  const texts = wordsIn(language);
  if (language === null || texts === null) return null;
  const { messages, notConfigured, leaveMessage } = texts;
  const labels = acceptsText === false ? { ...texts.labels, type: leaveMessage } : texts.labels;
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
