/** Actions, as a conversation uses them: what the platform tells us of tool calls and of the visitor's words. */
import type { FunctionArgs } from "convex/server";
import { onTestFinished } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { SECRET_HEADER } from "../../convex/assistants/voiceCredential";
import type { Correction } from "../../convex/shared/proposal";
import { anyAddress } from "../any-address.ts";
import {
  endOfCallReport,
  sendReport,
  startCall,
  statusUpdate,
  voicedAssistant,
  WEBHOOK_SECRET,
} from "./talk.ts";
import type { Owner, World } from "./world.ts";

type Saved = FunctionArgs<typeof api.actions.save>;
export type Work = Extract<Saved["work"], { kind: "http" }>;

const PARAMETERS: Work["parameters"] = [
  { name: "guests", type: "number", description: "How many guests.", isRequired: true },
  { name: "day", type: "string", description: "The day.", isRequired: true },
];

export function anAction(
  url: string,
  changes: Partial<Omit<Saved, "work">> & { work?: Partial<Work> } = {},
): Omit<Saved, "assistantId"> {
  const { work, ...rest } = changes;
  return {
    name: "Book a table",
    description: "Books a table for guests.",
    changesSomething: true,
    ...rest,
    work: {
      ...{ kind: "http", method: "POST", url, headers: [], parameters: PARAMETERS },
      ...work,
    },
  };
}

export const TOOL = "action_book_a_table";
export const TABLE = { guests: 2, day: "Friday" };

/** A call that goes on, with an assistant that has this action. */
export async function callWith(world: World, owner: Owner, action: Omit<Saved, "assistantId">) {
  const assistant = await voicedAssistant(world, owner);
  const { assistantId, embedId } = assistant;
  const actionId = await owner.mutation(api.actions.save, { assistantId, ...action });
  return { ...assistant, actionId, ...(await callOf(world, owner, embedId, actionId)) };
}

export async function callOf(world: World, owner: Owner, embedId: string, actionId: Id<"actions">) {
  const started = await startCall(world, embedId, owner.userId, anyAddress(), null);
  const { callId, platformCallId } = started;
  await sendReport(world, statusUpdate(platformCallId, "in-progress", world.clock.now()));
  let toolCalls = 0;

  /** Calls the tool as the platform does. Returns what the assistant is told. */
  const use = async (
    given: unknown = TABLE,
    { id = `call_${platformCallId}_${++toolCalls}`, name = TOOL, ...more }: Used = {},
  ): Promise<string> => {
    const called = { name, arguments: JSON.stringify(given) };
    const message = {
      ...{ type: "tool-calls", timestamp: world.clock.now(), toolWithToolCallList: [] },
      ...{ call: { id: platformCallId }, ...more },
      toolCallList: [{ id, type: "function", function: called }],
    };
    const answer = await fetch(`${world.siteUrl}/vapi`, {
      method: "POST",
      headers: { [SECRET_HEADER]: WEBHOOK_SECRET },
      body: JSON.stringify({ message }),
    });
    const { results } = (await answer.json()) as { results: { result: string }[] };
    return must(results[0], "result").result;
  };

  const say = async (transcript: string, role = "user", timestamp = world.clock.now()) => {
    const words = { role, transcriptType: "final", transcript, timestamp };
    const type = 'transcript[transcriptType="final"]';
    const answer = await sendReport(world, { type, ...words, call: { id: platformCallId } });
    if (!answer.ok) throw new Error(`The words were refused with ${answer.status}`);
  };

  /** Free calls share a few lines. */
  const end = async () => {
    await sendReport(world, statusUpdate(platformCallId, "ended", world.clock.now()));
    const over = { startedAtMs: world.clock.now(), seconds: 1 };
    await sendReport(world, endOfCallReport(platformCallId, over));
  };
  onTestFinished(end);
  const runs = () => owner.query(api.actions.runs, { actionId });

  /** Corrects a value as the card does, which shows the newest version unless another is passed. */
  const correct = async (name: string, value: Correction["value"], seen = {}) => {
    const call = (await world.rows("calls")).find(({ _id }) => _id === callId);
    const threadId = must(call?.threadId, "thread");
    const proposed = (await world.rows("actionRuns")).find(
      (run) => run.callId === callId && run.state === "proposed",
    );
    const { _id: id = "", corrected } = proposed ?? {};
    const correction = { id, version: corrected?.count ?? 0, name, value, ...seen };
    const asked = { threadId, closedId: null, correction, detail: null };
    const found = await world.inside.mutation(internal.calls.requestedField.find, asked);
    if (found.kind === "limited") throw new Error("Too many requests");
    return found;
  };
  return { callId, platformCallId, use, say, runs, correct, end };
}

interface Used {
  id?: string;
  name?: string;
  call?: object;
  artifact?: object;
}
