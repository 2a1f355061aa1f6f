/** Visitors of the benchmarks who type, without a browser. */
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { sentEvents } from "../../convex/shared/sentEvents.ts";
import type { TypedEvent } from "../../convex/shared/typedEvents.ts";
import type { Stack } from "../../tools/start/stack.ts";
import {
  createAssistant,
  type OwnedAssistant,
  type OwnerClient,
  publish,
  subscribe,
} from "../fixtures/owner-client.ts";

export interface Assistant extends OwnedAssistant {
  voiceAssistantId: string;
}

export interface Answered {
  firstTokenMs: number;
  lastTokenMs: number;
  thread: string;
  answer: string;
}

/** Of an owner with the plan Pro. */
export async function publishedAssistant(owner: OwnerClient): Promise<Assistant> {
  await subscribe(owner, "PRO");
  const assistant = await createAssistant(owner);
  await publish(owner, assistant);
  const { assistantId } = assistant;
  const made = await owner.client.query(api.assistants.getAssistant, { assistantId });
  return { ...assistant, voiceAssistantId: must(made.voiceAssistantId, "its id there") };
}

type Visitor = { address: string } & ({ pageToken: string } | { thread: string });

/** Gets the page token that a page requests when the visitor points at its button. */
export async function begin(
  stack: Stack,
  { embedId }: Assistant,
  address: string,
): Promise<Visitor> {
  const body = JSON.stringify({ embedId, sites: [] });
  const headers = { "X-Forwarded-For": address };
  const path = `${stack.siteUrl}/call/page-token`;
  const answer = await fetch(path, { method: "POST", headers, body });
  const { pageToken } = (await answer.json()) as { pageToken?: string };
  return { address, pageToken: must(pageToken, `a page token (${answer.status})`) };
}

export async function ask(
  stack: Stack,
  { embedId }: Assistant,
  text: string,
  visitor: Visitor,
): Promise<Answered> {
  const { address, ...known } = visitor;
  const body = JSON.stringify({ assistantId: embedId, bearer: embedId, text, ...known });
  const headers = { "X-Forwarded-For": address };
  const startMs = performance.now();
  const response = await fetch(`${stack.siteUrl}/chat`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  let thread: string | undefined;
  let firstTokenMs: number | undefined;
  let answer = "";
  let isComplete = false;
  for await (const data of sentEvents(must(response.body, "events"))) {
    const event = JSON.parse(data) as TypedEvent;
    if ("thread" in event) thread = event.thread;
    if ("delta" in event) {
      firstTokenMs ??= performance.now() - startMs;
      answer += event.delta;
    }
    isComplete ||= "left" in event;
  }
  if (!isComplete) throw new Error("The answer is not complete");
  return {
    firstTokenMs: must(firstTokenMs, "a token"),
    lastTokenMs: performance.now() - startMs,
    thread: must(thread, "a thread"),
    answer,
  };
}
