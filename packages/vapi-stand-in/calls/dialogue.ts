/** The messages of a call, in the forms of the API. */
import { randomUUID } from "node:crypto";
import type { Lookup } from "../answers/answerer.ts";
import type { ChatMessage } from "../answers/language-model.ts";
import type { ArtifactMessage, CallMessage, ToolCall } from "../store/resources.ts";

/** The document has no name for a query tool. */
const QUERY_TOOL = "query_tool";

export interface Dialogue {
  add(message: { role: CallMessage["role"]; text: string; startMs: number; endMs: number }): void;
  addLookup(lookup: Lookup, atMs: number): void;
  addToolCall(toolCall: ToolCall, atMs: number): void;
  addToolResult(toolCall: ToolCall, result: string, atMs: number): void;
  messages(): CallMessage[];
  /** The messages, with the lookups between them. */
  history(): ArtifactMessage[];
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
  const history: ArtifactMessage[] = [...messages];
  const conversation: Dialogue["conversation"] = () =>
    messages.slice(promptLength).map(({ role, message }) => ({
      role: role === "bot" ? "assistant" : role,
      content: message,
    }));

  const at = (time: number) => ({ time, secondsFromStart: Math.round(time - startMs) / 1000 });
  const addToolCall: Dialogue["addToolCall"] = (toolCall, time) => {
    history.push({ role: "tool_calls", toolCalls: [toolCall], message: "", ...at(time) });
  };
  const addToolResult: Dialogue["addToolResult"] = ({ id, function: { name } }, result, time) => {
    history.push({ role: "tool_call_result", toolCallId: id, name, result, ...at(time) });
  };

  return {
    addToolCall,
    addToolResult,
    add({ role, text, startMs: time, endMs }) {
      const secondsFromStart = Math.round(time - startMs) / 1000;
      const message = { role, message: text, time, secondsFromStart };
      // As published, system messages have no end.
      const timed =
        role === "system" ? message : { ...message, endTime: endMs, duration: endMs - time };
      messages.push(timed);
      history.push(timed);
    },
    addLookup({ query, result }, time) {
      const toolCall = queryToolCall(query);
      addToolCall(toolCall, time);
      addToolResult(toolCall, result, time);
    },
    messages: () => [...messages],
    history: () => [...history],
    conversation,
    openAiMessages: () => [
      ...(systemPrompt === "" ? [] : [{ role: "system" as const, content: systemPrompt }]),
      ...conversation(),
    ],
  };
}

/** A call of the tool that searches the files. */
export function queryToolCall(query: string): ToolCall {
  return newToolCall(QUERY_TOOL, { query });
}

export function newToolCall(name: string, given: Record<string, unknown>): ToolCall {
  const called = { name, arguments: JSON.stringify(given) };
  return { id: `call_${randomUUID()}`, type: "function", function: called };
}

export function transcriptOf(messages: readonly CallMessage[]): string {
  return messages
    .filter(({ role }) => role !== "system")
    .map(({ role, message }) => `${role === "bot" ? "AI" : "User"}: ${message}\n`)
    .join("");
}
