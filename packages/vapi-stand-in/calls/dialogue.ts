/** The messages of a call, in the forms of the API. */
import type { ChatMessage } from "../answers/language-model.ts";
import type { CallMessage } from "../store/resources.ts";

export interface Dialogue {
  add(message: { role: CallMessage["role"]; text: string; startMs: number; endMs: number }): void;
  messages(): CallMessage[];
  /** All messages but the system prompt, in the format of OpenAI's API. */
  conversation(): ChatMessage[];
  /** The same with the system prompt before it. */
  openAiMessages(): ChatMessage[];
}

export function createDialogue(systemPrompt: string, startMs: number): Dialogue {
  const messages: CallMessage[] =
    systemPrompt === ""
      ? []
      : [{ role: "system", message: systemPrompt, time: startMs, secondsFromStart: 0 }];
  const promptLength = messages.length;
  const conversation: Dialogue["conversation"] = () =>
    messages.slice(promptLength).map(({ role, message }) => ({
      role: role === "bot" ? "assistant" : role,
      content: message,
    }));

  return {
    add({ role, text, startMs: time, endMs }) {
      const secondsFromStart = Math.round(time - startMs) / 1000;
      const message = { role, message: text, time, secondsFromStart };
      // As published, system messages have no end.
      if (role === "system") messages.push(message);
      else messages.push({ ...message, endTime: endMs, duration: endMs - time });
    },
    messages: () => [...messages],
    conversation,
    openAiMessages: () => [
      ...(systemPrompt === "" ? [] : [{ role: "system" as const, content: systemPrompt }]),
      ...conversation(),
    ],
  };
}

export function transcriptOf(messages: readonly CallMessage[]): string {
  return messages
    .filter(({ role }) => role !== "system")
    .map(({ role, message }) => `${role === "bot" ? "AI" : "User"}: ${message}\n`)
    .join("");
}
