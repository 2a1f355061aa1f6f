/** Measures how soon visitors hear what an owner has saved, in conversations that begin afterwards. */
import { setTimeout as wait } from "node:timers/promises";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import type { Stack } from "../../tools/start/stack.ts";
import { anyAddress } from "../any-address.ts";
import { type OwnerClient, signUpOwner } from "../fixtures/owner-client.ts";
import { withStack } from "../fixtures/stack.ts";
import type { Bench, Figure } from "./bench.ts";
import { median } from "./median.ts";
import { ask, type Assistant, begin, publishedAssistant } from "./typed-visitor.ts";

const DAY_MS = 24 * 3_600_000;
const GIVE_UP_MS = 60_000;
const POLL_MS = 100;
/** One a round, because earlier files stay. */
const GOODS = ["tiramisu", "cassata", "panettone", "strudel", "brownie"];
const PRICE = "7.35";

const questionOn = (good: string) => `How much is the ${good}?`;
const factOn = (good: string) => `The ${good} is ${PRICE} dollars.`;

type Save = (good: string) => Promise<unknown>;

export const bench: Bench = {
  title: "From saving to knowing",
  async measure() {
    const figures: Figure[] = [];
    await withStack(async (stack) => {
      const baseline = { name: "the platform's own time", value: await platformTime(stack) };
      // Each has only one source, so that no other one can give the answer.
      for (const source of ["answer", "file", "note"] as const) {
        const owner = await signUpOwner(stack);
        const assistant = await publishedAssistant(owner);
        await stack.settled();
        const save = waysToSave(owner, assistant)[source];
        const times: number[] = [];
        for (const good of GOODS) times.push(await timeUntilKnown(stack, assistant, good, save));
        const figure = { name: `${source}, median`, unit: "ms", value: median(times) };
        figures.push(source === "note" ? figure : { ...figure, baseline });
        figures.push({ name: `${source}, slowest`, unit: "ms", value: Math.max(...times) });
      }
    });
    return figures;
  },
};

function waysToSave({ client }: OwnerClient, { assistantId }: Assistant) {
  return {
    answer: async (good) =>
      await client.mutation(api.knowledge.saveAnswer, {
        ...{ assistantId, question: questionOn(good), answer: factOn(good) },
      }),
    async file(good) {
      const url = await client.mutation(api.assistants.generateUploadUrl, {});
      const response = await fetch(url, { method: "POST", body: fileOn(good) });
      const { storageId } = (await response.json()) as { storageId: Id<"_storage"> };
      const name = `${good}.txt`;
      await client.action(api.knowledge.addFile, { assistantId, storageId, name });
    },
    note: async (good) =>
      await client.mutation(api.knowledge.addNote, {
        ...{ assistantId, text: factOn(good), endsAtMs: Date.now() + DAY_MS },
      }),
  } satisfies Record<string, Save>;
}

function fileOn(good: string): Blob {
  return new Blob([factOn(good)], { type: "text/plain" });
}

/** From the owner's request to the end of the first answer that has the fact, each in a conversation of its own. */
async function timeUntilKnown(
  stack: Stack,
  assistant: Assistant,
  good: string,
  save: Save,
): Promise<number> {
  const startMs = performance.now();
  await save(good);
  for (;;) {
    const visitor = await begin(stack, assistant, anyAddress());
    const { answer } = await ask(stack, assistant, questionOn(good), visitor);
    const tookMs = performance.now() - startMs;
    if (answer.includes(PRICE)) return tookMs;
    if (tookMs > GIVE_UP_MS) throw new Error(`Not known after a minute, but: ${answer}`);
    await wait(POLL_MS);
  }
}

/** What storing and reading a file takes there. */
async function platformTime({ vendors: { voice } }: Stack): Promise<number> {
  const headers = { Authorization: `Bearer ${voice.privateKey}` };
  const times: number[] = [];
  for (const good of GOODS) {
    const startMs = performance.now();
    const form = new FormData();
    form.set("file", fileOn(good), `${good}.txt`);
    const stored = await fetch(`${voice.url}/file`, { method: "POST", headers, body: form });
    const { id } = (await stored.json()) as { id: string };
    for (let status = ""; status !== "done";) {
      await wait(POLL_MS);
      const file = await fetch(`${voice.url}/file/${id}`, { headers });
      ({ status } = (await file.json()) as { status: string });
    }
    times.push(performance.now() - startMs);
  }
  return median(times);
}
