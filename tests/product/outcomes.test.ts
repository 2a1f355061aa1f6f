import type { FunctionReturnType } from "convex/server";
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Finding } from "../../convex/shared/findings";
import { eventually } from "../eventually.ts";
import { newAssistant } from "./samples.ts";
import { endOfCallReport, followUp, foundOut, sendReport, startCall } from "./talk.ts";
import { beginTestCall, createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import type { Owner } from "./world.ts";

const SECONDS = 1_000;
const FINDINGS: Finding[] = [
  { label: "Name", kind: "text", isRequired: true },
  { label: "Phone number", kind: "phone", isRequired: true },
  { label: "Way", kind: "choice", choices: ["Pick-up", "Delivery"], isRequired: false },
];
const EVERYTHING = { assistantId: null, status: null };
const PAGE = { paginationOpts: { cursor: null, numItems: 20 } };

const inboxOf = async (owner: Owner, filter: object = EVERYTHING) => {
  const args = { ...EVERYTHING, ...filter, ...PAGE };
  return (await owner.query(api.outcomes.pageOutcomes, args)).page;
};
const valuesOf = (outcome: { found: { key: string; value: unknown }[] }) =>
  Object.fromEntries(outcome.found.map(({ key, value }) => [key, value]));

onEachVoiceBackend((world) => {
  async function ownerWho(findings = FINDINGS) {
    const owner = await world().signUp();
    return { owner, assistant: await createAssistant(owner, { findings }) };
  }

  /** A test call in which the visitor says these things. */
  async function talkOf(owner: Owner, embedId: string, sentences: string[]): Promise<void> {
    const { room, call } = await beginTestCall(world(), owner, { embedId });
    for (const content of sentences) {
      const triggerResponseEnabled = false;
      room.say({ type: "add-message", message: { role: "user", content }, triggerResponseEnabled });
    }
    const last = must(sentences.at(-1), "words");
    // The page gets no event for a typed message.
    await eventually(async () => {
      const { body } = await world().atPlatform(`/call/${call.id}`);
      return JSON.stringify(body).includes(last);
    });
    await world().advance(20 * SECONDS);
    room.leave();
    await eventually(async () => {
      const [newest] = await owner.action(api.calls.listCalls, {});
      return newest?.summary !== null;
    });
  }

  /** A call with this report by the platform. */
  async function reported(
    owner: Owner,
    embedId: string,
    result: object | null,
    reportedMore: object = {},
  ) {
    const call = await startCall(world(), embedId, owner.userId);
    const startedAtMs = world().clock.now();
    await world().advance(20 * SECONDS);
    const report = endOfCallReport(call.platformCallId, { startedAtMs, seconds: 20 });
    const artifact = { ...report.artifact, ...foundOut(result) };
    const send = (more: object = {}) =>
      sendReport(world(), { ...report, artifact, ...reportedMore, ...more });
    expect((await send()).status).toBe(200);
    return { ...call, send };
  }

  test("what a visitor said is extracted by the platform, stored, and shown in the inbox", async () => {
    const { owner, assistant } = await ownerWho();
    await talkOf(owner, assistant.embedId, [
      "hello my name is ada lovelace",
      "i would like two loaves for delivery",
      "my number is five five five one two three four",
    ]);
    await eventually(async () => (await inboxOf(owner)).length === 1);
    const [outcome] = await inboxOf(owner);
    expect(valuesOf(must(outcome, "outcome"))).toEqual({
      name: "Ada Lovelace",
      phone_number: "5551234",
      way: "Delivery",
    });
    expect(outcome).toMatchObject({
      status: "new",
      isUnread: true,
      mood: "neutral",
      language: "en",
    });
    expect(await owner.query(api.outcomes.unreadOutcomes, {})).toBe(1);
  });

  test("a call without an outcome is not in the inbox", async () => {
    const { owner, assistant } = await ownerWho([]);
    const { callId } = await reported(owner, assistant.embedId, { mood: "positive" });
    expect(await inboxOf(owner)).toEqual([]);
    const { outcome } = await owner.action(api.calls.getCallDetails, { callId });
    expect(outcome).toMatchObject({ mood: "positive", isUnread: false });
  });

  test("an outcome that is not ready with the report is requested later", async () => {
    const { owner, assistant } = await ownerWho();
    await world().control("outputs", { delayMs: 30 * SECONDS });
    await talkOf(owner, assistant.embedId, ["hello", "my name is ada"]);
    expect(await inboxOf(owner)).toEqual([]);
    await world().control("outputs", { delayMs: 0 });
    // At the first request there is nothing yet.
    for (let minute = 0; minute < 3; minute++) {
      await followUp(world());
      await world().advance(60 * SECONDS);
    }
    expect(await inboxOf(owner)).toHaveLength(1);
    expect(await inboxOf(owner)).toHaveLength(1);
    expect(await world().rows("jobs")).toEqual([]);
  });

  test("a repeated report creates one entry, and the owner's note stays", async () => {
    const { owner, assistant } = await ownerWho();
    const { callId, send } = await reported(owner, assistant.embedId, { found: { name: "Ada" } });
    await owner.mutation(api.outcomes.updateOutcome, {
      callId,
      status: "in progress",
      note: " Call on Monday. ",
      isUnread: false,
    });
    await send();
    const [outcome, ...others] = await inboxOf(owner);
    expect(others).toEqual([]);
    expect(outcome).toMatchObject({
      status: "in progress",
      note: "Call on Monday.",
      isUnread: false,
    });
    expect(await owner.query(api.outcomes.unreadOutcomes, {})).toBe(0);
  });

  test("an outcome that arrives after an empty one appears in the inbox as unread", async () => {
    const { owner, assistant } = await ownerWho();
    const { send } = await reported(owner, assistant.embedId, { mood: "neutral" });
    expect(await owner.query(api.outcomes.unreadOutcomes, {})).toBe(0);
    const artifact = foundOut({ found: { name: "Ada" } });
    expect((await send({ artifact })).status).toBe(200);
    expect(await inboxOf(owner)).toMatchObject([{ isUnread: true }]);
    expect(await owner.query(api.outcomes.unreadOutcomes, {})).toBe(1);
    // If the platform withdraws it, it disappears from the inbox and is not unread.
    expect((await send()).status).toBe(200);
    expect(await inboxOf(owner)).toEqual([]);
    expect(await owner.query(api.outcomes.unreadOutcomes, {})).toBe(0);
  });

  test("the inbox can be filtered by status and assistant, and searched by all of its texts", async () => {
    const { owner, assistant } = await ownerWho();
    const other = await createAssistant(owner, { findings: FINDINGS });
    const { callId } = await reported(owner, assistant.embedId, { found: { name: "Ada" } });
    await reported(owner, other.embedId, { unanswered: ["Do you sell tyres?"] });
    await owner.mutation(api.outcomes.updateOutcome, { callId, status: "done", note: "Paid." });
    const names = async (filter: object) =>
      (await inboxOf(owner, filter)).map((outcome) => valuesOf(outcome).name);
    expect(await names({})).toEqual([null, "Ada"]);
    expect(await names({ status: "done" })).toEqual(["Ada"]);
    expect(await names({ assistantId: other.assistantId })).toEqual([null]);
    expect(await names({ assistantId: other.assistantId, status: "done" })).toEqual([]);
    for (const words of ["ada", "paid"]) {
      const found = await owner.query(api.outcomes.searchOutcomes, { ...EVERYTHING, words });
      expect(found.map((one) => one.callId)).toEqual([callId]);
    }
    const search = async (filter: object) =>
      await owner.query(api.outcomes.searchOutcomes, { ...EVERYTHING, words: "tyres", ...filter });
    expect(await search({})).toHaveLength(1);
    expect(await search({ assistantId: other.assistantId, status: "new" })).toHaveLength(1);
    expect(await search({ assistantId: assistant.assistantId })).toEqual([]);
    expect(await search({ status: "done" })).toEqual([]);
    const stranger = await world().signUp();
    expect(await inboxOf(stranger)).toEqual([]);
    expect(
      await stranger.query(api.outcomes.searchOutcomes, { ...EVERYTHING, words: "ada" }),
    ).toEqual([]);
  });

  test("a rare filter finds every entry once, and no page reads more than 1,000 documents", async () => {
    const { owner, assistant } = await ownerWho();
    const { callId } = await reported(owner, assistant.embedId, { found: { name: "Ada" } });
    const rows = (await world().rows("outcomes")).filter((row) => row.callId === callId);
    const { _id, _creationTime, ...entry } = must(rows[0], "entry");
    const many = Array.from({ length: 2_500 }, (_, age) => ({
      ...entry,
      atMs: entry.atMs - age,
      status: age % 1_200 === 1_199 ? ("done" as const) : ("new" as const),
    }));
    await world().insert("outcomes", many);
    const pages: number[][] = [];
    let cursor: string | null = null;
    // A client may not raise the limit.
    const wanted = { numItems: 30, maximumRowsRead: 10_000, maximumBytesRead: 50_000_000 };
    for (let isDone = false; !isDone;) {
      const args = { ...EVERYTHING, status: "done" as const };
      const paginationOpts = { ...wanted, cursor };
      const page: FunctionReturnType<typeof api.outcomes.pageOutcomes> = await owner.query(
        api.outcomes.pageOutcomes,
        { ...args, paginationOpts },
      );
      pages.push(page.page.map(({ atMs }) => entry.atMs - atMs));
      ({ isDone, continueCursor: cursor } = page);
    }
    expect(pages).toEqual([[], [1_199], [2_399]]);
  });

  test("the figures for charts cover all calls of a period, of one assistant or all", async () => {
    const { owner, assistant } = await ownerWho();
    const other = await createAssistant(owner, { findings: [] });
    const fromMs = world().clock.now();
    await reported(owner, assistant.embedId, { found: { name: "Ada", way: "Pick-up" } });
    await world().advance(60 * SECONDS);
    const laterMs = world().clock.now();
    const failed = { analysis: { summary: "They hung up.", successEvaluation: "false" } };
    await reported(owner, other.embedId, { unanswered: ["Do you sell tyres?"] }, failed);
    await reported(owner, other.embedId, {}, { analysis: {} });
    const toMs = world().clock.now() + 1;

    const between = async (span: object, who = owner) => {
      const args = { assistantId: null, fromMs, toMs, ...span };
      return await who.query(api.outcomes.outcomesBetween, args);
    };
    const { outcomes, hasMore } = await between({});
    expect(hasMore).toBe(false);
    const { assistantId } = assistant;
    const ofOther = { assistantId: other.assistantId, required: 0, requiredFound: 0 };
    const questions = ["Do you sell tyres?"];
    expect(outcomes.map(({ atMs: _, callId: __, ...rest }) => rest)).toEqual([
      { ...ofOther, isInInbox: false, isSuccessful: null, unanswered: [] },
      { ...ofOther, isInInbox: true, isSuccessful: false, unanswered: questions },
      {
        ...{ assistantId, required: 2, requiredFound: 1 },
        ...{ isInInbox: true, isSuccessful: true, unanswered: [] },
      },
    ]);
    expect((await between({ assistantId })).outcomes).toEqual(outcomes.slice(2));
    expect((await between({ fromMs: laterMs })).outcomes).toEqual(outcomes.slice(0, 2));
    expect((await between({ toMs: laterMs })).outcomes).toEqual(outcomes.slice(2));
    expect((await between({}, await world().signUp())).outcomes).toEqual([]);
  });

  test("outcomes are deleted with their call and with the account", async () => {
    const { owner, assistant } = await ownerWho();
    const kept = await reported(owner, assistant.embedId, { found: { name: "Ada" } });
    const { callId } = await reported(owner, assistant.embedId, { found: { name: "Grace" } });
    await owner.mutation(api.calls.deleteCall, { callId });
    expect((await inboxOf(owner)).map((outcome) => outcome.callId)).toEqual([kept.callId]);
    expect(await world().rows("outcomes")).not.toContainEqual(expect.objectContaining({ callId }));
  });

  test("questions for the platform are validated, and trimmed when they are saved", async () => {
    const owner = await world().signUp();
    const create = (findings: Finding[]) =>
      owner.mutation(api.assistants.createAssistant, { ...newAssistant(), findings });
    const choice: Finding = { label: "Way", kind: "choice", choices: ["One"], isRequired: false };
    await expect(create([choice])).rejects.toMatchObject({ data: { code: "invalid_input" } });
    const assistantId = await create([{ label: " Name ", kind: "text", isRequired: true }]);
    const saved = await owner.query(api.assistants.getAssistant, { assistantId });
    expect(saved.findings).toEqual([{ label: "Name", kind: "text", isRequired: true }]);
    const long = { ...newAssistant(), successWords: "x".repeat(501) };
    await expect(owner.mutation(api.assistants.createAssistant, long)).rejects.toMatchObject({
      data: { code: "invalid_input" },
    });
  });
});
