import { userError } from "../lib/userError";
import { TEXT_LIMITS } from "../shared/limits";
import { MESSAGES, textTooLong } from "../shared/messages";

type AssistantTexts = { name: string; systemPrompt: string; assistantGoal: string };

/** The three texts trimmed, each present and within its limit. */
export function validTexts(assistant: AssistantTexts): AssistantTexts {
  const texts = {
    name: assistant.name.trim(),
    systemPrompt: assistant.systemPrompt.trim(),
    assistantGoal: assistant.assistantGoal.trim(),
  };
  if (Object.values(texts).some((text) => text === "")) {
    throw userError("invalid_input", MESSAGES.fillInAssistant);
  }
  requireAtMost(texts.name, "assistant name", TEXT_LIMITS.name);
  requireAtMost(texts.systemPrompt, "system prompt", TEXT_LIMITS.systemPrompt);
  requireAtMost(texts.assistantGoal, "assistant goal", TEXT_LIMITS.assistantGoal);
  return texts;
}

function requireAtMost(text: string, label: string, maxLength: number): void {
  if (text.length > maxLength) throw userError("invalid_input", textTooLong(label, maxLength));
}
