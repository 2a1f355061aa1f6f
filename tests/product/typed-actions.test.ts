/** Actions at the platform: in typed conversations, and with words that are typed during a call. */
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { FIELD_PATH } from "../../convex/shared/requestedFields";
import { SLIP_PATH } from "../../convex/shared/slip";
import { eventually } from "../eventually.ts";
import { isListening, joinRoom } from "../contract/voice/room-client.ts";
import { opened } from "../opened.ts";
import { anAction, TABLE, TOOL } from "./acting.ts";
import { json, openActionServer } from "./action-server.ts";
import { readAnswer, type } from "./typed.ts";
import { createAssistant, type Minted, onEachVoiceBackend, postCall } from "./voice-world.ts";

const WISH = "Book a table for two on Friday, please.";
const PROPOSAL = {
  version: 0,
  title: "Book a table",
  lines: [
    { label: "guests", value: 2, name: "guests" },
    { label: "day", value: "Friday", name: "day" },
  ],
};
const CHECK = "guests: 2, day: Friday. Is that right?";

const HOUR_MS = 3_600_000;

onEachVoiceBackend((world) => {
  const server = opened(openActionServer);
  beforeAll(() => world().setVariables({ WEBHOOK_RECEIVERS: server().url }));
  afterEach(() => void (server().received.length = 0));

  async function acting() {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    const { assistantId } = assistant;
    const action = anAction(`${server().url}/tables`);
    const actionId = await owner.mutation(api.actions.save, { assistantId, ...action });
    await world().settle();
    server().behave(json({ table: 7 }));
    const runs = () => owner.query(api.actions.runs, { actionId });
    return { owner, ...assistant, actionId, runs };
  }

  const atPlatform = async (voiceAssistantId: string) =>
    JSON.stringify((await world().atPlatform(`/assistant/${voiceAssistantId}`)).body);

  test("a visitor's wish in writing is read back, confirmed and done", async () => {
    const { owner, embedId, runs } = await acting();
    const ask = async (text: string, thread: string | null) => {
      const who = { bearer: await owner.token(), embedId };
      return await readAnswer(await type(world(), who, { text, thread }));
    };
    const first = await ask(WISH, null);
    expect(first.text).toBe(CHECK);
    expect(first.events.filter((event) => "proposal" in event)).toMatchObject([
      { proposal: PROPOSAL },
    ]);
    expect(server().received).toEqual([]);
    const second = await ask("Yes.", first.thread);
    expect(second.text).toBe('{"table":7}');
    expect(second.events.filter((event) => "proposal" in event)).toEqual([]);
    expect(server().received).toMatchObject([{ method: "POST", path: "/tables" }]);
    expect(await runs()).toMatchObject([
      { state: "done", channel: "text", values: TABLE, reply: { words: "Yes.", isYes: true } },
    ]);
    const [call] = (await world().rows("calls")).filter(({ ownerId }) => ownerId === owner.userId);
    // An action is no lookup.
    expect(call?.lookups ?? []).toEqual([]);
    const third = await ask("No, thanks.", first.thread);
    expect(third.status).toBe(200);
    expect(server().received).toHaveLength(1);
  });

  test("what a visitor corrects on the page is confirmed and done", async () => {
    const { owner, embedId, runs } = await acting();
    const ask = async (text: string, thread: string | null) => {
      const who = { bearer: await owner.token(), embedId };
      return await readAnswer(await type(world(), who, { text, thread }));
    };
    const { events, thread } = await ask(WISH, null);
    const [id = ""] = events.flatMap((event) => ("proposal" in event ? [event.proposal.id] : []));
    const correct = async (correction: unknown, of: unknown = thread) => {
      const body = JSON.stringify({ assistantId: embedId, thread: of, correction });
      const answer = await fetch(`${world().siteUrl}${FIELD_PATH}`, { method: "POST", body });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    const wanted = { id, version: 0, name: "guests", value: "3" };
    expect(await correct(wanted, "another")).toMatchObject({ status: 403, code: "thread_over" });
    expect(await correct({ ...wanted, value: [3] })).toMatchObject({ status: 400 });
    expect(await correct({ ...wanted, value: "" })).toMatchObject({
      ...{ status: 200, fault: "missing" },
      proposal: PROPOSAL,
    });
    expect(await correct(wanted)).toMatchObject({
      status: 200,
      proposal: { id, version: 1, lines: [{ value: 3 }, { value: "Friday" }] },
    });
    expect(await correct(wanted)).toMatchObject({ status: 200, fault: "outdated" });
    await ask("Yes.", thread);
    expect(JSON.parse(must(server().received[0], "request").body)).toEqual({ ...TABLE, guests: 3 });
    expect(await runs()).toMatchObject([{ state: "done", correctedByHand: ["guests"] }]);
  });

  // T126: docs/security.md
  test("the answer brings the slip, which only the conversation's own page can have mailed", async () => {
    const { owner, embedId } = await acting();
    const ask = async (text: string, of: string | null) => {
      const who = { bearer: await owner.token(), embedId };
      return await readAnswer(await type(world(), who, { text, thread: of }));
    };
    const { thread, events: first } = await ask(WISH, null);
    expect(first.filter((event) => "slip" in event)).toEqual([]);
    const { events } = await ask("Yes.", thread);
    const [slip] = events.flatMap((event) => ("slip" in event ? [event.slip] : []));
    expect(slip).toMatchObject({ title: "Book a table", state: "sent", canMail: false });
    const given = { assistantId: embedId, thread, id: slip?.id, email: "ada@slips.test" };
    const mail = async (changes: object = {}) => {
      const body = JSON.stringify({ ...given, ...changes });
      const answer = await fetch(`${world().siteUrl}${SLIP_PATH}`, { method: "POST", body });
      return answer.status;
    };
    expect(await mail({ thread: "another" })).toBe(403);
    expect(await mail({ assistantId: "another" })).toBe(403);
    expect(await mail({ email: "ada@slips.test\nBcc: bo@slips.test" })).toBe(400);
    expect(await mail({ email: ["ada@slips.test"] })).toBe(400);
    expect(await mail({ id: "another" })).toBe(404);
    // This deployment sends no mail.
    expect(await mail()).toBe(429);
  });

  test("a visitor who types can ask for a person, and the conversation is evaluated all the same", async () => {
    const { owner, assistantId, embedId } = await acting();
    await owner.mutation(api.actions.save, {
      ...{ assistantId, name: "Ask for a person", changesSomething: false },
      ...{ description: "Tells somebody that the visitor wants to speak to a person." },
      work: { kind: "person" },
    });
    await world().settle();
    const who = { bearer: await owner.token(), embedId };
    const text = "I want to speak to a person.";
    const { text: answer } = await readAnswer(await type(world(), who, { text }));
    expect(answer).toBe("The team was told.");
    const paginationOpts = { cursor: null, numItems: 10 };
    const entry = async () => {
      const filter = { assistantId: null, status: null };
      const { page } = await owner.query(api.outcomes.pageOutcomes, { ...filter, paginationOpts });
      return must(page[0], "entry");
    };
    expect(await entry()).toMatchObject({ channel: "text", soFar: `Visitor: ${text}` });
    await world().advance(HOUR_MS);
    await world().inside.mutation(internal.jobs.startJobs.sweep, {});
    await world().settle();
    await eventually(async () => (await entry()).soFar === null);
    expect((await entry()).found).toMatchObject([{ key: "hark_person" }]);
  });

  test("words that are typed during a call count like those that are spoken", async () => {
    const { owner, embedId, runs } = await acting();
    const response = await postCall(world(), await owner.token(), embedId, { thread: null });
    const { id, webCallUrl, thread } = (await response.json()) as Minted & { thread: string };
    const proposed = async () => {
      const body = JSON.stringify({ assistantId: embedId, thread });
      const found = await fetch(`${world().siteUrl}${FIELD_PATH}`, { method: "POST", body });
      return ((await found.json()) as { proposal: object | null }).proposal;
    };
    const room = await joinRoom(webCallUrl);
    onTestFinished(async () => {
      room.leave();
      await eventually(async () => {
        const rows = await world().rows("calls");
        return rows.every(({ platformCallId, isLive }) => platformCallId !== id || !isLive);
      });
    });
    await room.waitFor(isListening);
    const write = (content: string) =>
      room.say({ type: "add-message", message: { role: "user", content } });
    write(WISH);
    await room.waitFor(({ transcript }) => String(transcript).endsWith("Is that right?"));
    expect(server().received).toEqual([]);
    expect(await runs()).toMatchObject([{ state: "proposed" }]);
    expect(await proposed()).toMatchObject(PROPOSAL);
    write("Yes.");
    await room.waitFor(({ transcript }) => String(transcript).includes("table"));
    expect(server().received).toHaveLength(1);
    expect(await runs()).toMatchObject([{ state: "done", channel: "voice" }]);
    expect(await proposed()).toBeNull();
  });

  test("the platform has the actions that are on, and no secret", async () => {
    const { owner, actionId, assistantId, voiceAssistantId } = await acting();
    const secret = "swordfish-at-the-platform";
    const headers = [{ name: "X-Key", value: secret }];
    const action = anAction(`${server().url}/tables`, { work: { headers } });
    await owner.mutation(api.actions.save, { assistantId, actionId, ...action });
    await world().settle();
    const sent = await atPlatform(voiceAssistantId);
    expect(sent).toContain(TOOL);
    expect(sent).toContain('"tool-calls"');
    expect(sent).not.toContain(secret);
    expect(sent).not.toContain("/tables");
    await owner.mutation(api.actions.setEnabled, { actionId, isOn: false });
    await world().settle();
    expect(await atPlatform(voiceAssistantId)).not.toContain(TOOL);
    await owner.mutation(api.actions.setEnabled, { actionId, isOn: true });
    await world().settle();
    expect(await atPlatform(voiceAssistantId)).toContain(TOOL);
    await owner.mutation(api.actions.remove, { actionId });
    await world().settle();
    const left = await atPlatform(voiceAssistantId);
    expect(left).not.toContain(TOOL);
    expect(must(left, "assistant")).not.toContain('"tool-calls"');
  });
});
