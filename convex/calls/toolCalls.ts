/**
 * Answers the platform's `tool-calls`: uses of the tools that are ours. They come from calls, and from typed conversations,
 * which have a `chat` in place of a `call`: `ServerMessageToolCalls` in
 * https://github.com/VapiAI/docs/blob/main/fern/apis/api/openapi.json
 */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { VisitorWords } from "../assistantActions/confirmation";
import { useAction } from "../assistantActions/perform";
import { TOLD } from "../assistantActions/told";
import { TOOL_PREFIX } from "../assistantActions/toolNames";
import type { SaidLine } from "../inbox/toldAtOnce";
import { type Fields, fieldsOf } from "../lib/fields";
import { internalQuery } from "../lib/internalFunctions";
import { wellFormed } from "../shared/wellFormed";
import { findCall } from "./changes";
import { noteDetails } from "./details";
import { DETAILS_TOOL } from "./detailsTool";
import { argumentsOf, MAX_ID_LENGTH, type ToolCall, toolCallsIn } from "./readToolCalls";
import { PAGE_TOOL_PREFIX } from "./pageTools";
import { useOnPage } from "./pageUses";
import { openFields } from "./requestedField";
import { TYPING_TOOL } from "./typingTool";

/** The conversation that a message is about, by the platform's ids. */
const conversation = v.union(
  v.object({
    kind: v.literal("call"),
    platformCallId: v.string(),
    callId: v.union(v.string(), v.null()),
  }),
  v.object({ kind: v.literal("chat"), platformSessionId: v.string() }),
);
type Conversation = Infer<typeof conversation>;

/** Of one message. */
const MAX_USES = 5;
/** What the platform repeats of the visitor's words. */
const MAX_HEARD = 20;

/** Answers the platform at once, so that the assistant can go on. Null if the message is not about our tools. */
export async function answerToolCalls(ctx: ActionCtx, message: Fields): Promise<Response | null> {
  const about = conversationOf(message);
  const toolCalls = toolCallsIn(message);
  const typing = toolCalls.filter(({ name }) => name === TYPING_TOOL);
  const uses = toolCalls.filter(
    ({ name }) =>
      name === DETAILS_TOOL || name.startsWith(TOOL_PREFIX) || name.startsWith(PAGE_TOOL_PREFIX),
  );
  if (about === null || typing.length + uses.length === 0) return null;
  const atMs = typeof message.timestamp === "number" ? message.timestamp : Date.now();
  const fields = about.kind === "call" ? await openFields(ctx, about, typing, atMs) : [];
  const said = { atMs, heard: heardIn(message), said: saidIn(message) };
  const answers = await useActions(ctx, about, uses, said);
  return Response.json({ results: [...fields, ...answers] });
}

/** Whether the conversation is a typed one, which has no call. */
export function isOfChat(message: Fields): boolean {
  return message.type === "tool-calls" && conversationOf(message)?.kind === "chat";
}

/** Null if we do not know the conversation. */
export const find = internalQuery({
  args: { about: conversation },
  returns: v.union(v.id("calls"), v.null()),
  handler: async (ctx, { about }): Promise<Id<"calls"> | null> => {
    if (about.kind === "call") return (await findCall(ctx, about))?._id ?? null;
    const { platformSessionId } = about;
    const call = await ctx.db
      .query("calls")
      .withIndex("by_platform_session_id", (q) => q.eq("platformSessionId", platformSessionId))
      .unique();
    return call?._id ?? null;
  },
});

async function useActions(
  ctx: ActionCtx,
  about: Conversation,
  uses: ToolCall[],
  { atMs: toldAtMs, ...words }: { atMs: number; heard: VisitorWords[]; said: SaidLine[] },
): Promise<object[]> {
  if (uses.length === 0) return [];
  const callId = await ctx.runQuery(internal.calls.toolCalls.find, { about });
  // The visitor's typed messages have our time.
  const atMs = about.kind === "call" ? toldAtMs : Date.now();
  return await Promise.all(
    uses.map(async (toolCall, index) => {
      const { id: toolCallId, name, given } = toolCall;
      const resultOf = (result: string) => ({ name, toolCallId, result });
      if (callId === null || toolCallId.length > MAX_ID_LENGTH) return resultOf(TOLD.unknown);
      if (index >= MAX_USES) return resultOf(TOLD.oneAtATime);
      if (name === DETAILS_TOOL) {
        return resultOf(await noteDetails(ctx, callId, argumentsOf(toolCall)));
      }
      if (name.startsWith(PAGE_TOOL_PREFIX)) {
        return resultOf(await useOnPage(ctx, callId, { id: toolCallId, name, given }));
      }
      const use = { toolName: name, toolCallId: wellFormed(toolCallId), given: asJson(given) };
      return resultOf(await useAction(ctx, { callId, use, atMs, ...words }));
    }),
  );
}

function asJson(given: unknown): string {
  return wellFormed(typeof given === "string" ? given : JSON.stringify(given ?? {}));
}

function conversationOf({ call, chat }: Fields): Conversation | null {
  const { id: platformCallId, assistantOverrides } = fieldsOf(call);
  if (typeof platformCallId === "string") {
    const { callId } = fieldsOf(fieldsOf(assistantOverrides).metadata);
    return { kind: "call", platformCallId, callId: typeof callId === "string" ? callId : null };
  }
  const { sessionId } = fieldsOf(chat);
  return typeof sessionId === "string" ? { kind: "chat", platformSessionId: sessionId } : null;
}

/** What the visitor has said and typed, if the message contains it: `UserMessage` of the call's artifact. */
function heardIn(message: Fields): VisitorWords[] {
  return messagesIn(message)
    .flatMap(({ role, message: words, time: atMs }): VisitorWords[] =>
      role === "user" && typeof words === "string" && typeof atMs === "number"
        ? [{ words: wellFormed(words), atMs }]
        : [],
    )
    .slice(-MAX_HEARD);
}

/** What both have said: `UserMessage` and `BotMessage` of the artifact. */
function saidIn(message: Fields): SaidLine[] {
  return messagesIn(message)
    .flatMap(({ role, message: words }): SaidLine[] => {
      if (typeof words !== "string" || (role !== "user" && role !== "bot")) return [];
      return [{ by: role === "user" ? "visitor" : "assistant", words: wellFormed(words) }];
    })
    .slice(-MAX_HEARD);
}

function messagesIn({ artifact }: Fields): Fields[] {
  const { messages } = fieldsOf(artifact);
  return Array.isArray(messages) ? messages.map((message) => fieldsOf(message)) : [];
}
