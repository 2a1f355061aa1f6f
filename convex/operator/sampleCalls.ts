import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { addToTotals, countUsage } from "../billing/usage/usage";
import type { CallMessage } from "../calls/table";
import { HOUR_MS } from "../shared/durations";

/** Each call has two documents, and a transaction writes at most 16,000. */
export const MAX_SAMPLES_AT_ONCE = 2_000;

interface Conversation {
  summary: string;
  question: string;
  answer: string;
}

const OPENING_HOURS: Conversation = {
  summary: "The caller asked for the opening hours and was told them.",
  question: "When do you open on Saturdays?",
  answer: "On Saturdays we open at nine and close at one.",
};

const CONVERSATIONS: Conversation[] = [
  OPENING_HOURS,
  {
    summary: "The caller wanted a table for six and left a name and a number.",
    question: "Can I book a table for six tomorrow evening?",
    answer: "With pleasure. Under which name, and what is your number?",
  },
  {
    summary: "The caller asked about a delivery that is late, and will be called back.",
    question: "My parcel should have come on Monday. Where is it?",
    answer: "I am sorry about that. I will have a colleague call you back today.",
  },
];

export interface Samples {
  count: number;
  hours: number;
  untilMs: number;
  /** Calls without a conversation. */
  isSilent: boolean;
}

/** Adds ended calls, spread evenly over the hours before `untilMs`, for demos and measurements. */
export async function addSampleCalls(
  ctx: MutationCtx,
  { _id: assistantId, ownerId }: Doc<"assistants">,
  { count, hours, untilMs, isSilent }: Samples,
): Promise<void> {
  const countedCalls = [];
  for (let index = 0; index < count; index++) {
    const seconds = 20 + ((index * 37) % 200);
    const endedAtMs = untilMs - Math.floor((index / count) * hours * HOUR_MS);
    const createdAtMs = endedAtMs - seconds * 1000;
    const countedCall = {
      calls: 1,
      assistantId,
      allowance: "plan" as const,
      createdAtMs,
      endedAtMs,
      seconds,
      costMicros: seconds * 1500,
    };
    await addCall(ctx, ownerId, countedCall, isSilent ? null : conversationAt(index));
    countedCalls.push(countedCall);
  }
  await addToTotals(ctx, ownerId, { calls: count });
  await countUsage(ctx, ownerId, countedCalls);
}

function conversationAt(index: number): Conversation {
  return CONVERSATIONS[index % CONVERSATIONS.length] ?? OPENING_HOURS;
}

type CountedCall = Parameters<typeof countUsage>[2][number];

async function addCall(
  ctx: MutationCtx,
  ownerId: Id<"users">,
  { createdAtMs, calls: _, ...countedCall }: CountedCall,
  conversation: Conversation | null,
): Promise<void> {
  const messages = conversation === null ? [] : messagesOf(conversation);
  const callId = await ctx.db.insert("calls", {
    ...countedCall,
    ownerId,
    createdAtMs,
    startedAtMs: createdAtMs,
    kind: "visitor",
    status: "ended",
    isLive: false,
    maxDurationSeconds: 1800,
    endedReason: "customer-ended-call",
    isSuccessful: conversation !== null,
    ...(conversation === null ? {} : { summary: conversation.summary }),
    messageCount: messages.length,
  });
  const transcript =
    conversation === null ? "" : `User: ${conversation.question}\nAI: ${conversation.answer}\n`;
  const searchText = conversation === null ? "" : `${conversation.summary}\n${transcript}`;
  await ctx.db.insert("callTexts", { callId, ownerId, transcript, messages, searchText });
}

function messagesOf({ question, answer }: Conversation): CallMessage[] {
  return [
    { role: "user", text: question, secondsFromStart: 1 },
    { role: "assistant", text: answer, secondsFromStart: 4 },
  ];
}
