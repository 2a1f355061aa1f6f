/** Typed messages: as they are given, and in the form that spoken ones have in the artifact of a call. */
import type { Lookup } from "../answers/answerer.ts";
import type { ChatMessage } from "../answers/language-model.ts";
import { APOLOGY } from "../answers/small-talk.ts";
import { queryToolCall } from "../calls/dialogue.ts";
import type { CallMessage, ToolCall, TypedMessage } from "../store/resources.ts";

/** As published, a message of the assistant may lack its content. */
export type GivenMessage = Omit<ChatMessage, "content"> & { content?: string };

export function typedMessages(messages: readonly GivenMessage[]): ChatMessage[] {
  return messages.map(({ role, content = "" }) => ({ role, content }));
}

/** What was typed and answered, without the lookups between. */
export function wordsIn(messages: readonly TypedMessage[]): ChatMessage[] {
  return messages.flatMap((message) =>
    message.role === "tool" || "tool_calls" in message ? [] : [message],
  );
}

export function lookupMessages({ query, result }: Lookup): TypedMessage[] {
  return toolMessages(queryToolCall(query), result);
}

export function toolMessages(toolCall: ToolCall, result: string): TypedMessage[] {
  const { id, function: called } = toolCall;
  return [
    { role: "assistant", content: "", tool_calls: [toolCall] },
    { role: "tool", content: result, tool_call_id: id, name: called.name },
  ];
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

/** How many questions were answered, and those that were not. Messages that the creator of a session gave count too. */
export function turnsOf(messages: readonly ChatMessage[]): {
  answeredTurns: number;
  unanswered: string[];
} {
  const turns = messages.flatMap(({ role, content: question }, at) => {
    const next = messages.slice(at + 1).find((message) => message.role !== "system");
    if (role !== "user" || next?.role !== "assistant") return [];
    return [{ question, isAnswered: next.content !== APOLOGY }];
  });
  return {
    answeredTurns: turns.filter(({ isAnswered }) => isAnswered).length,
    unanswered: turns.filter(({ isAnswered }) => !isAnswered).map(({ question }) => question),
  };
}
