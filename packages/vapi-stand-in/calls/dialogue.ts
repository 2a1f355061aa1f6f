/** The messages of a call, in the forms of the API. */
import type { CallMessage } from "../store/resources.ts";

export interface Dialogue {
  add(message: { role: "bot" | "user"; text: string; startMs: number; endMs: number }): void;
  messages(): CallMessage[];
  /** Only the spoken messages, in the format of OpenAI's API. */
  conversation(): { role: "user" | "assistant"; content: string }[];
  /** The same with the system prompt before it. */
  openAiMessages(): { role: "system" | "user" | "assistant"; content: string }[];
}

export function createDialogue(systemPrompt: string, startMs: number): Dialogue {
  const messages: CallMessage[] =
    systemPrompt === ""
      ? []
      : [{ role: "system", message: systemPrompt, time: startMs, secondsFromStart: 0 }];
  const said = () => messages.filter(({ role }) => role !== "system");
  const conversation: Dialogue["conversation"] = () =>
    said().map(({ role, message }) => ({
      role: role === "bot" ? "assistant" : "user",
      content: message,
    }));

  return {
    add({ role, text, startMs: time, endMs }) {
      const secondsFromStart = Math.round(time - startMs) / 1000;
      messages.push({
        role,
        message: text,
        time,
        endTime: endMs,
        secondsFromStart,
        duration: endMs - time,
      });
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
