/** Typed conversations in what owners' programs read, in the export, and in webhooks. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { eventually } from "../eventually.ts";
import { callApi, newKey } from "./api-client.ts";
import { complaintsAbout } from "./api-document.ts";
import { MINUTE_MS } from "./money/billing-world.ts";
import { followUp } from "./talk.ts";
import { readAnswer, type } from "./typed.ts";
import { beginTestCall, createAssistant, onEachVoiceBackend } from "./voice-world.ts";
import { withReceiver } from "./with-receiver.ts";

const EVENTS = ["call.started", "call.ended", "outcome.created"] as const;

onEachVoiceBackend((world) => {
  const receiver = withReceiver(world);

  /** An owner who has talked with an assistant and then typed. */
  async function ownerOfBoth() {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    const { room } = await beginTestCall(world(), owner, assistant);
    room.leave();
    await eventually(async () => {
      const [call] = await owner.action(api.calls.listCalls, {});
      return call?.status === "ended";
    });
    await world().advance(MINUTE_MS);
    const who = { bearer: await owner.token(), embedId: assistant.embedId };
    await readAnswer(await type(world(), who, { text: "When do you open?" }));
    await world().advance(31 * MINUTE_MS);
    await followUp(world());
    return { owner, assistant };
  }

  test("the API lists both channels, and filters by one", async () => {
    const { owner, assistant } = await ownerOfBoth();
    const key = await newKey(owner);
    const { body: document } = await callApi(world(), "/openapi.json", null);
    const listed = async (query: string) => {
      const answer = await callApi(world(), `/calls${query}`, key);
      expect(complaintsAbout(document, `/calls${query}`, answer)).toEqual([]);
      return (answer.body as { data: { id: string; channel: string }[] }).data;
    };
    const both = await listed("");
    expect(both).toMatchObject([
      { channel: "text", status: "ended", durationSeconds: 4, hasRecording: false },
      { channel: "voice" },
    ]);
    const [typed, spoken] = both;
    for (const more of ["", "&status=ended", `&assistant=${assistant.assistantId}`]) {
      expect(await listed(`?channel=text${more}`)).toEqual([typed]);
      expect(await listed(`?channel=voice${more}`)).toEqual([spoken]);
    }
    expect(await listed("?status=ended")).toEqual(both);
    expect(await listed(`?status=ended&assistant=${assistant.assistantId}`)).toEqual(both);
    expect(await listed(`?status=in-progress&assistant=${assistant.assistantId}`)).toEqual([]);
    const one = await callApi(world(), `/calls/${must(typed, "typed").id}`, key);
    expect(one.body).toMatchObject({
      channel: "text",
      transcript: expect.stringContaining("When do you open?") as string,
    });
    expect(await callApi(world(), "/calls?channel=fax", key)).toMatchObject({
      status: 400,
      body: { error: { parameter: "channel" } },
    });
  });

  test("webhooks announce a typed conversation with its channel", async () => {
    const owner = await world().signUp();
    const findings = [{ label: "Name", kind: "text", isRequired: false } as const];
    const assistant = await createAssistant(owner, { findings });
    await owner.mutation(api.webhooks.addEndpoint, {
      url: `${receiver.url}hook`,
      events: [...EVENTS],
    });
    const who = { bearer: await owner.token(), embedId: assistant.embedId };
    const atMs = world().clock.now();
    await readAnswer(await type(world(), who, { text: "My name is Ada Byron." }));
    await world().settle();
    const { assistantId } = assistant;
    const of = { assistantId, assistantName: "Ada", channel: "text" };
    const typesIn = () => receiver.received.map(({ event }) => event.type);
    expect(typesIn()).toEqual(["call.started"]);
    await world().advance(31 * MINUTE_MS);
    await followUp(world());
    await eventually(() => receiver.received.length === EVENTS.length);
    expect(typesIn()).toEqual(EVENTS);
    const [started, ended, outcome] = receiver.received.map(({ event }) => event.data);
    expect(started).toMatchObject({ ...of, isTest: true });
    expect(ended).toEqual({
      ...started,
      ...{ endedAt: expect.any(String) as string, endedReason: "conversation-completed" },
      durationSeconds: 4,
    });
    expect(Date.parse(String(ended?.endedAt))).toBeGreaterThanOrEqual(atMs);
    expect(outcome).toMatchObject({ ...of, found_name: "Ada Byron" });
  });

  test("a typed conversation without an answer is not announced", async () => {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner);
    await owner.mutation(api.webhooks.addEndpoint, {
      url: `${receiver.url}hook`,
      events: [...EVENTS],
    });
    const who = { bearer: await owner.token(), embedId: assistant.embedId };
    await world().control("faults", { method: "POST", path: "/chat", status: 500 });
    await type(world(), who, { text: "When do you open?" });
    await world().control("faults/clear", {});
    await world().advance(31 * MINUTE_MS);
    await followUp(world());
    expect(receiver.received).toEqual([]);
  });

  test("the export has both channels, each named", async () => {
    const { owner } = await ownerOfBoth();
    const { calls } = await owner.query(api.account.exportCalls, { cursor: null });
    expect(calls).toMatchObject([{ channel: "text" }, { channel: "voice" }]);
  });
});
