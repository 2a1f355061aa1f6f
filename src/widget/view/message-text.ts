/** The texts of messages, in the assistant's language. They load with the call script, because every message but `offline` needs it. */
import type { Wording } from "../../../convex/shared/talkButtonTexts";
import {
  EN_MESSAGES,
  EN_MESSAGES_WITH_PARAMS,
  type ParamCode,
} from "../../../convex/shared/talkButtonLanguages/en";
import type { WidgetAssistant } from "../state/assistant";
import type { Message, MessageWithParams } from "../state/message";

export function messageText(message: Message, { texts }: Pick<WidgetAssistant, "texts">): Wording {
  if (message.kind === "text") return [message.text, message.shortText];
  const translated = texts?.messages[message.code] as Wording | undefined;
  return translated ?? inEnglish(message);
}

function inEnglish(message: Exclude<Message, { kind: "text" }>): Wording {
  return message.kind === "code" ? EN_MESSAGES[message.code] : withParams(message);
}

function withParams<Code extends ParamCode>({ code, params }: MessageWithParams<Code>): Wording {
  return EN_MESSAGES_WITH_PARAMS[code](params);
}
