/** How typed conversations end, what is found out about them, and that nothing of them is left at the voice platform. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { eventually } from "../eventually.ts";
import { MINUTE_MS } from "./money/billing-world.ts";
import { followUp } from "./talk.ts";
import { readAnswer, type } from "./typed.ts";
import { createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import type { Owner } from "./world.ts";

const PROMPT = "You answer for a bakery. We open at seven in the morning. We close at noon.";
const NAME = "My name is Ada Byron.";
const QUESTION = "When do you open?";

onEachVoiceBackend((world) => {
  async function typing(owner: Owner) {
    const findings = [{ label: "Name", kind: "text", isRequired: false } as const];
    const assistant = await createAssistant(owner, { systemPrompt: PROMPT, findings });
    const who = { bearer: await owner.token(), embedId: assistant.embedId };
    let thread: string | null = null;
    /** Continues the conversation, or begins another one in the same thread if it has ended. */
    const ask = async (...texts: string[]) => {
      for (const text of texts) {
        const answered = await readAnswer(await type(world(), who, { text, thread }));
        thread = answered.thread ?? thread;
      }
    };
    const listed = async (path: string) =>
      (await world().atPlatform(path)).body.results as { id: string }[];
    /** What the platform still has of the conversations with this assistant. */
    const leftAtPlatform = async (callIds: string[]) => {
      const mine = `assistantId=${assistant.voiceAssistantId}`;
      const outputs = await Promise.all(
        callIds.map((id) => listed(`/structured-output?name=${encodeURIComponent(`Hark ${id}`)}`)),
      );
      return [
        ...(await listed(`/session?${mine}`)),
        ...(await listed(`/chat?${mine}`)),
        ...outputs.flat(),
      ];
    };
    return { ask, leftAtPlatform, voiceAssistantId: assistant.voiceAssistantId };
  }

  const ofOwner = <Row extends { ownerId: string }>(rows: Row[], { userId }: Owner) =>
    rows.filter(({ ownerId }) => ownerId === userId);
  const rowsOf = async (owner: Owner) => ofOwner(await world().rows("calls"), owner);
  const outcomesOf = async (owner: Owner) => ofOwner(await world().rows("outcomes"), owner);
  const deletionsOf = async (owner: Owner) => ofOwner(await world().rows("callDeletions"), owner);
  const idsOf = async (owner: Owner) => (await rowsOf(owner)).map(({ _id }) => _id);

  async function fallSilent() {
    await world().advance(31 * MINUTE_MS);
    await followUp(world());
  }

  /** Lets the minutes pass in which the job looks for a late evaluation. */
  async function wait(minutes: number) {
    for (let minute = 0; minute < minutes; minute++) {
      await world().advance(MINUTE_MS);
      await followUp(world());
    }
  }

  test("after half an hour of silence a conversation ends, and its outcome is in the inbox", async () => {
    const owner = await world().signUp();
    const { ask, leftAtPlatform } = await typing(owner);
    await ask(NAME);
    await world().advance(20 * MINUTE_MS);
    await ask(QUESTION);
    await world().advance(20 * MINUTE_MS);
    await followUp(world());
    expect(await rowsOf(owner)).toMatchObject([{ status: "in-progress" }]);
    await world().advance(11 * MINUTE_MS);
    await followUp(world());
    await eventually(async () => (await outcomesOf(owner)).length === 1);
    const [row] = await rowsOf(owner);
    expect(row).toMatchObject({ status: "ended", isSuccessful: true });
    expect(row?.summary).toBeTruthy();
    expect(row?.costMicros).toBeGreaterThan(0);
    const inbox = await owner.query(api.outcomes.pageOutcomes, {
      ...{ assistantId: null, status: null },
      paginationOpts: { cursor: null, numItems: 5 },
    });
    expect(inbox.page).toMatchObject([{ callId: row?._id }]);
    expect(await outcomesOf(owner)).toMatchObject([
      { found: [{ key: "name", value: "Ada Byron" }] },
    ]);
    await followUp(world());
    expect(await leftAtPlatform(await idsOf(owner))).toEqual([]);
  });

  test("an evaluation that comes late is waited for", async () => {
    const owner = await world().signUp();
    const { ask, leftAtPlatform } = await typing(owner);
    await ask(NAME, QUESTION);
    await world().control("outputs", { delayMs: 3 * MINUTE_MS });
    await fallSilent();
    expect(await rowsOf(owner)).toMatchObject([{ status: "ended" }]);
    expect(await outcomesOf(owner)).toEqual([]);
    await wait(5);
    await world().control("outputs", { delayMs: 0 });
    expect(await outcomesOf(owner)).toMatchObject([{ isSuccessful: true }]);
    expect(await leftAtPlatform(await idsOf(owner))).toEqual([]);
  });

  test("an evaluation that never comes leaves nothing at the platform", async () => {
    const owner = await world().signUp();
    const { ask, leftAtPlatform } = await typing(owner);
    await ask(QUESTION);
    await world().control("outputs", { delayMs: 600 * MINUTE_MS });
    await fallSilent();
    expect(await leftAtPlatform(await idsOf(owner))).toHaveLength(2);
    await wait(12);
    await world().control("outputs", { delayMs: 0 });
    expect(await outcomesOf(owner)).toEqual([]);
    expect(await leftAtPlatform(await idsOf(owner))).toEqual([]);
  });

  test("a visitor who writes again begins another conversation, which is evaluated with the first", async () => {
    const owner = await world().signUp();
    const { ask, leftAtPlatform } = await typing(owner);
    await ask(NAME);
    await fallSilent();
    await ask(QUESTION);
    await fallSilent();
    const rows = await rowsOf(owner);
    expect(rows).toMatchObject([{ status: "ended" }, { status: "ended" }]);
    const second = (await outcomesOf(owner)).find(({ callId }) => callId === rows[1]?._id);
    expect(second?.found).toMatchObject([{ key: "name", value: "Ada Byron" }]);
    await followUp(world());
    expect(await leftAtPlatform(await idsOf(owner))).toEqual([]);
  });

  test("a session whose response was lost is deleted too", async () => {
    const owner = await world().signUp();
    const { ask, leftAtPlatform, voiceAssistantId } = await typing(owner);
    await ask(QUESTION);
    const { url, privateKey } = world().platform;
    const [row] = await rowsOf(owner);
    await fetch(`${url}/session`, {
      method: "POST",
      headers: { Authorization: `Bearer ${privateKey}` },
      body: JSON.stringify({ assistantId: voiceAssistantId, name: must(row, "row")._id }),
    });
    await fallSilent();
    await followUp(world());
    expect(await leftAtPlatform(await idsOf(owner))).toEqual([]);
  });

  test("a conversation without an answer is not evaluated", async () => {
    const owner = await world().signUp();
    const { ask, leftAtPlatform } = await typing(owner);
    await world().control("faults", { method: "POST", path: "/chat", status: 500 });
    await ask(QUESTION);
    await world().control("faults/clear", {});
    await fallSilent();
    expect(await rowsOf(owner)).toMatchObject([{ status: "ended", answers: 0 }]);
    expect(await outcomesOf(owner)).toEqual([]);
    await followUp(world());
    expect(await leftAtPlatform(await idsOf(owner))).toEqual([]);
  });

  // T50: docs/security.md
  test("a deleted conversation is gone here and at the platform, and leaves a record", async () => {
    const owner = await world().signUp();
    const { ask, leftAtPlatform } = await typing(owner);
    await ask(QUESTION);
    await fallSilent();
    const [row] = await rowsOf(owner);
    await owner.mutation(api.calls.deleteCall, { callId: must(row, "row")._id });
    expect([await rowsOf(owner), await outcomesOf(owner)]).toEqual([[], []]);
    await world().settle();
    const [deletion] = await deletionsOf(owner);
    expect(deletion).toMatchObject({ callId: row?._id, platformSessionId: row?.platformSessionId });
    expect(deletion?.deletedAtPlatformAtMs).toBeGreaterThanOrEqual(
      must(deletion, "deletion").deletedAtMs,
    );
    expect(await leftAtPlatform([must(row, "row")._id])).toEqual([]);
  });

  // T50: docs/security.md
  test.each<[string, (owner: Owner) => Promise<unknown>]>([
    ["the conversation", (owner) => owner.mutation(api.calls.deleteCalls, { assistantId: null })],
    ["the account", (owner) => owner.mutation(api.account.deleteAccount, {})],
  ])(
    "if %s is deleted during the evaluation, nothing is left at the platform",
    async (_what, erase) => {
      const owner = await world().signUp();
      const { ask, leftAtPlatform } = await typing(owner);
      await ask(QUESTION);
      await world().control("outputs", { delayMs: 600 * MINUTE_MS });
      await fallSilent();
      const ids = await idsOf(owner);
      expect(await leftAtPlatform(ids)).toHaveLength(2);
      await erase(owner);
      await wait(2);
      await world().control("outputs", { delayMs: 0 });
      expect(await rowsOf(owner)).toEqual([]);
      expect(await leftAtPlatform(ids)).toEqual([]);
    },
  );

  // T50: docs/security.md
  test("what a dying evaluation creates after the conversation was deleted is deleted too", async () => {
    const owner = await world().signUp();
    const { ask, leftAtPlatform, voiceAssistantId } = await typing(owner);
    await ask(QUESTION);
    await world().control("outputs", { delayMs: 600 * MINUTE_MS });
    await fallSilent();
    const ids = await idsOf(owner);
    await owner.mutation(api.calls.deleteCall, { callId: must(ids[0], "id") });
    await world().settle();
    expect(await leftAtPlatform(ids)).toEqual([]);
    const { url, privateKey } = world().platform;
    await fetch(`${url}/session`, {
      method: "POST",
      headers: { Authorization: `Bearer ${privateKey}` },
      body: JSON.stringify({ assistantId: voiceAssistantId, name: `Hark ${must(ids[0], "id")}` }),
    });
    expect(await leftAtPlatform(ids)).toHaveLength(1);
    await wait(11);
    await world().control("outputs", { delayMs: 0 });
    expect(await leftAtPlatform(ids)).toEqual([]);
  });

  // T50: docs/security.md
  test("if the account is deleted during a conversation, its session is deleted too", async () => {
    const owner = await world().signUp();
    const { ask, leftAtPlatform } = await typing(owner);
    await ask(QUESTION);
    expect(await leftAtPlatform([])).toHaveLength(2);
    await owner.mutation(api.account.deleteAccount, {});
    await followUp(world());
    expect(await leftAtPlatform([])).toEqual([]);
  });
});
