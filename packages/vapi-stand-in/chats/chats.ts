/** Chats: a typed message is answered by the assistant that would answer it in a call. */
import { randomUUID } from "node:crypto";
import { createAnswerer } from "../answers/answerer.ts";
import type { Answer, Answerer } from "../answers/answerer.ts";
import type { NotedCall } from "../answers/noted-values.ts";
import {
  assistantForCall,
  assistantForLaterChat,
  systemPromptOf,
} from "../calls/assistant-for-call.ts";
import { chatCostOf, tokensOf } from "../calls/cost.ts";
import { newToolCall } from "../calls/dialogue.ts";
import { modelNameOf } from "../calls/report.ts";
import { resultIn } from "../calls/tool-result.ts";
import type { ToolMocks } from "../calls/tool-result.ts";
import { ApiError } from "../http/api-error.ts";
import type {
  AssistantConfig,
  Chat,
  StoredChat,
  ToolCall,
  TypedMessage,
} from "../store/resources.ts";
import { askServer, sendServerMessage } from "../webhooks/server-message.ts";
import { requestedAssistant } from "./sessions.ts";
import type { ChatParts, RequestedAssistant, Sessions } from "./sessions.ts";
import { lookupMessages, toolMessages, typedMessages, wordsIn } from "./spoken.ts";
import type { GivenMessage } from "./spoken.ts";

export interface NewChat extends RequestedAssistant {
  sessionId?: string;
  previousChatId?: string;
  input: string | GivenMessage[];
  stream?: boolean;
  name?: string;
}

export interface Chats {
  /** Resolves when the chat is answered and stored. Tools with a mocked result are not called. */
  make(wanted: NewChat, mocks?: ToolMocks): Promise<Chat>;
  delete(stored: StoredChat): Chat;
  /** Cancels the chats that wait for an answer. */
  close(): Promise<void>;
}

interface Asker {
  chat: { id: string };
  assistant: AssistantConfig;
  mocks: ToolMocks;
}

const NO_MOCKS: ToolMocks = new Map();

/** What a chat continues. */
interface Context {
  assistant: AssistantConfig;
  history: TypedMessage[];
  assistantId?: string | undefined;
}

export function createChats(parts: ChatParts, sessions: Sessions): Chats {
  const { clock, store, webhooks, orgId } = parts;
  const answererFor = recentAnswerers(parts);
  const closing = new AbortController();
  const pending = new Set<Promise<Chat>>();

  const contextOf = (wanted: NewChat): Context => {
    const { sessionId, previousChatId, assistantId, assistantOverrides } = wanted;
    if (sessionId !== undefined && previousChatId !== undefined) {
      throw new ApiError(400, ["sessionId and previousChatId are mutually exclusive"]);
    }
    const hasAssistant = assistantId !== undefined || wanted.assistant !== undefined;
    if (sessionId !== undefined) {
      if (hasAssistant) {
        throw new ApiError(400, ["You cannot specify assistantId when using sessionId"]);
      }
      const { session, assistant } = sessions.open(sessionId);
      return {
        assistant: assistantForLaterChat(assistant, assistantOverrides),
        history: session.messages,
        assistantId: session.assistantId,
      };
    }
    const previous = previousChatId === undefined ? null : store.chats.get(previousChatId);
    if (previousChatId !== undefined && previous === null) {
      throw new ApiError(404, `There is no chat ${previousChatId}.`);
    }
    const history = previous === null ? [] : [...previous.chat.messages, ...previous.chat.output];
    if (previous !== null && !hasAssistant) {
      return {
        assistant: assistantForLaterChat(previous.assistant, assistantOverrides),
        history,
        assistantId: previous.chat.assistantId,
      };
    }
    const config = requestedAssistant(wanted, store);
    return { assistant: assistantForCall(config, assistantOverrides), history, assistantId };
  };

  const answer = async (wanted: NewChat, mocks: ToolMocks): Promise<Chat> => {
    const { assistant, history, assistantId } = contextOf(wanted);
    const askedAtMs = clock.now();
    const { input: given } = wanted;
    const input = typedMessages(
      typeof given === "string" ? [{ role: "user", content: given }] : given,
    );
    const messages = [...history, ...input];
    const answerer = await answererFor(assistant);
    const resource = newResource(askedAtMs);
    const { sessionId } = wanted;
    const started = {
      ...resource,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(assistantId === undefined ? {} : { assistantId }),
    };
    const answered = await answerer.answer(wordsIn(messages), closing.signal);
    const asker = { chat: started, assistant, mocks };
    const notes = await takeNotes(answered.noted ?? [], asker);
    const { text, used: tool } = await afterTool(answered, asker);
    const { lookup } = answered;
    const output: TypedMessage[] = [
      ...notes,
      ...tool,
      ...(lookup === undefined ? [] : lookupMessages(lookup)),
      { role: "assistant", content: text },
    ];
    const promptTokens = messages.reduce((sum, { content }) => sum + tokensOf(content), 0);
    const used = { promptTokens, completionTokens: tokensOf(text) };
    resource.updatedAt = new Date(clock.now()).toISOString();
    const chat: Chat = {
      ...wanted,
      ...resource,
      input: typeof given === "string" ? given : input,
      ...(assistantId === undefined ? {} : { assistantId }),
      ...{ messages, output, ...chatCostOf(used, modelNameOf(assistant)) },
    };
    store.chats.put({ ...resource, chat, assistant });
    if (wanted.sessionId !== undefined) {
      sessions.add(wanted.sessionId, { input, output, askedAtMs });
    }
    notify("chat.created", { chat, assistant });
    return chat;
  };

  const newResource = (atMs: number) => {
    const at = new Date(atMs).toISOString();
    return { id: randomUUID(), orgId, createdAt: at, updatedAt: at };
  };

  /** Calls the tool that the answer wants, as in a call. Nothing is said meanwhile. */
  const afterTool = async (
    { text, called }: Answer,
    asker: Asker,
  ): Promise<{ text: string; used: TypedMessage[] }> => {
    if (called === undefined) return { text, used: [] };
    const { toolCall, result } = await callTool(called, asker);
    return { text: called.after(result), used: toolMessages(toolCall, result) };
  };

  /** The answer waits for the tools that are not `async`. */
  const takeNotes = async (noted: NotedCall[], asker: Asker): Promise<TypedMessage[]> => {
    const taken: TypedMessage[] = [];
    for (const note of noted) {
      const called = callTool(note, asker);
      if (note.tool.async === true) continue;
      const { toolCall, result } = await called;
      taken.push(...toolMessages(toolCall, result));
    }
    return taken;
  };

  const callTool = async (
    { tool, arguments: given }: NotedCall,
    { chat, assistant, mocks }: Asker,
  ): Promise<{ toolCall: ToolCall; result: string }> => {
    const toolCall = newToolCall(tool.function.name, given);
    const mocked = mocks.get(tool.function.name);
    if (mocked !== undefined) return { toolCall, result: mocked };
    const message = {
      ...{ type: "tool-calls", timestamp: clock.now(), chat, assistant },
      ...{ toolCallList: [toolCall], toolWithToolCallList: [{ ...tool, toolCall }] },
    };
    const answer = await askServer(webhooks, { id: chat.id, assistant }, { tool, message });
    return { toolCall, result: resultIn(answer, toolCall) };
  };

  const notify = (type: string, { chat, assistant }: Pick<StoredChat, "chat" | "assistant">) => {
    const message = { type, timestamp: clock.now(), chat, assistant };
    sendServerMessage(webhooks, { id: chat.id, assistant }, message);
  };

  return {
    async make(wanted, mocks = NO_MOCKS) {
      const answered = answer(wanted, mocks);
      pending.add(answered);
      return await answered.finally(() => pending.delete(answered));
    },
    delete(stored) {
      store.chats.delete(stored.id);
      notify("chat.deleted", stored);
      return stored.chat;
    },
    async close() {
      closing.abort();
      await Promise.allSettled(pending);
    },
  };
}

const RECENT_ANSWERERS = 8;

/** Indexing an assistant's files takes time, so the next message of a conversation finds the index of the last one. */
function recentAnswerers({ knowledgeOf, answerEndpoint: endpoint, log }: ChatParts) {
  const recent = new Map<string, Answerer>();
  return async (assistant: AssistantConfig): Promise<Answerer> => {
    const { name = "the assistant" } = assistant;
    const systemPrompt = systemPromptOf(assistant);
    const knowledge = { name, systemPrompt, text: await knowledgeOf(assistant) };
    const tools = assistant.model?.tools ?? [];
    const key = JSON.stringify([knowledge, tools]);
    const answerer = recent.get(key) ?? createAnswerer({ knowledge, tools, endpoint, log });
    // Last in the order of use.
    recent.delete(key);
    recent.set(key, answerer);
    const [oldest] = recent.keys();
    if (recent.size > RECENT_ANSWERERS && oldest !== undefined) recent.delete(oldest);
    return answerer;
  };
}
