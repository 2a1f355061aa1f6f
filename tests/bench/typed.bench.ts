/**
 * Measures how much later the first token of an answer arrives than from the voice platform itself, and what a thousand
 * visitors see who begin to type within a minute.
 */
import { setTimeout as wait } from "node:timers/promises";
import { must } from "@hark/stand-in-kit/must";
import { sentEvents } from "../../convex/shared/sentEvents.ts";
import type { Stack } from "../../tools/start/stack.ts";
import { anyAddress } from "../any-address.ts";
import { signUpOwner } from "../fixtures/owner-client.ts";
import { withStack } from "../fixtures/stack.ts";
import type { Bench, Figure } from "./bench.ts";
import { median } from "./median.ts";
import { ask, type Answered, type Assistant, begin, publishedAssistant } from "./typed-visitor.ts";

const ROUNDS = 40;
const VISITORS = 1_000;
const BEGIN_WITHIN_MS = 60_000;
/** Each with an assistant, which answers at most 300 messages a minute. */
const OWNERS = 10;
const QUESTION = "When do you open?";

export const bench: Bench = {
  title: "Typed answers",
  async measure() {
    const figures: Figure[] = [];
    await withStack(async (stack) => {
      const assistants: Assistant[] = [];
      while (assistants.length < OWNERS)
        assistants.push(await publishedAssistant(await signUpOwner(stack)));
      // What the sign-ups and payments have left to do must not slow the answers.
      await stack.settled();
      figures.push(...(await addedTime(stack, must(assistants[0], "an assistant"))));
      figures.push(...(await manyVisitors(stack, assistants)));
    });
    return figures;
  },
};

/** In turns, because the machine's speed varies over time. */
async function addedTime(stack: Stack, assistant: Assistant): Promise<Figure[]> {
  const times = { first: [] as number[], next: [] as number[] };
  const platform = { first: [] as number[], next: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const address = anyAddress();
    const first = await ask(stack, assistant, QUESTION, await begin(stack, assistant, address));
    times.first.push(first.firstTokenMs);
    const session = await askPlatform(stack, assistant, null);
    platform.first.push(session.firstTokenMs);
    const next = await ask(stack, assistant, QUESTION, { address, thread: first.thread });
    times.next.push(next.firstTokenMs);
    platform.next.push((await askPlatform(stack, assistant, session.id)).firstTokenMs);
  }
  return (["first", "next"] as const).flatMap((which) => {
    const value = median(times[which]);
    const baseline = { name: "from the platform itself", value: median(platform[which]) };
    const message = which === "first" ? "The first message of a thread" : "Each later message";
    // What it takes in the moments in which nothing else uses the machine.
    const undisturbed = percentile(times[which], 0.1) - percentile(platform[which], 0.1);
    return [
      { name: `${message}, until its first token`, unit: "ms", value, baseline },
      { name: "... of which Hark's own", unit: "ms", value: value - baseline.value },
      { name: "... of which Hark's own, at the 10th percentile", unit: "ms", value: undisturbed },
    ];
  });
}

async function manyVisitors(stack: Stack, assistants: Assistant[]): Promise<Figure[]> {
  const errors: string[] = [];
  const visit = async (visitor: number): Promise<Answered[]> => {
    await wait((visitor * BEGIN_WITHIN_MS) / VISITORS);
    const assistant = must(assistants[visitor % assistants.length], "an assistant");
    try {
      return [await ask(stack, assistant, QUESTION, await begin(stack, assistant, anyAddress()))];
    } catch (error) {
      errors.push(String(error));
      return [];
    }
  };
  const answered = (await Promise.all(Array.from({ length: VISITORS }, (_, i) => visit(i)))).flat();
  for (const error of new Set(errors)) console.error(error);
  const firstTokens = answered.map(({ firstTokenMs }) => firstTokenMs);
  const whole = `${VISITORS} threads within a minute`;
  const inMs = (name: string, value: number) => ({ name: `${whole}: ${name}`, unit: "ms", value });
  return [
    { name: `${whole}: answered`, unit: "", value: answered.length },
    { name: `${whole}: errors`, unit: "", value: errors.length },
    inMs("first token, median", median(firstTokens)),
    inMs("first token, 95th percentile", percentile(firstTokens, 0.95)),
    inMs("whole answer, median", median(answered.map(({ lastTokenMs }) => lastTokenMs))),
  ];
}

function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** The same requests as ours, without anything in between. */
async function askPlatform(
  { vendors: { voice } }: Stack,
  { voiceAssistantId: assistantId }: Assistant,
  sessionId: string | null,
): Promise<{ firstTokenMs: number; id: string }> {
  const post = (path: string, body: object) =>
    fetch(voice.url + path, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${voice.privateKey}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
    });
  const startMs = performance.now();
  const id =
    sessionId ?? ((await (await post("/session", { assistantId })).json()) as { id: string }).id;
  const response = await post("/chat", { sessionId: id, input: QUESTION, stream: true });
  let firstTokenMs: number | undefined;
  for await (const data of sentEvents(must(response.body, "events"))) {
    if (data !== "[DONE]") firstTokenMs ??= performance.now() - startMs;
  }
  return { firstTokenMs: must(firstTokenMs, "a token"), id };
}
