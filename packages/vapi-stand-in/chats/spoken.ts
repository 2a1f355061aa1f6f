/** Typed messages: as they are given, and in the form that spoken ones have in the artifact of a call. */
import type { ChatMessage } from "../answers/language-model.ts";
import type { CallMessage } from "../store/resources.ts";

/** As published, a message of the assistant may lack its content. */
export type GivenMessage = Omit<ChatMessage, "content"> & { content?: string };

export function typedMessages(messages: readonly GivenMessage[]): ChatMessage[] {
  return messages.map(({ role, content = "" }) => ({ role, content }));
}

export function spokenMessages(
  messages: readonly ChatMessage[],
  { startMs, atMs }: { startMs: number; atMs: number },
): CallMessage[] {
  const secondsFromStart = (atMs - startMs) / 1000;
  return messages.map(({ role, content }): CallMessage => {
    const message = { message: content, time: atMs, secondsFromStart };
    if (role === "system") return { role, ...message };
    return {
      role: role === "user" ? role : "bot",
      ...message,
      endTime: atMs,
      duration: 0,
    };
  });
}
