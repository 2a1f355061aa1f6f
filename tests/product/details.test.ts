/** What an assistant notes of the things to find out, on a card that the visitor sees and can correct. */
import { expect, onTestFinished, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { DETAILS_TOOL } from "../../convex/calls/detailsTool";
import type { Finding } from "../../convex/shared/findings";
import { FIELD_PATH } from "../../convex/shared/requestedFields";
import { eventually } from "../eventually.ts";
import { isListening, joinRoom } from "../contract/voice/room-client.ts";
import { SECRET_HEADER } from "../../convex/assistants/voiceCredential";
import { followUp, WEBHOOK_SECRET } from "./talk.ts";
import { MINUTE_MS } from "./money/billing-world.ts";
import { readAnswer, type } from "./typed.ts";
import { createAssistant, type Minted, onEachVoiceBackend, postCall } from "./voice-world.ts";

const NAME: Finding = { label: "Name", kind: "text", isRequired: true };
const EMAIL: Finding = { label: "Email address", kind: "email", isRequired: true };
const GUESTS: Finding = { label: "Guests", kind: "number", isRequired: true };
/** The owner wants to know it, and the assistant does not ask for it. */
const WORTH: Finding = { label: "Worth a call", kind: "text", isRequired: false };
const FINDINGS = [NAME, EMAIL, GUESTS, WORTH];

interface Looked {
  status: number;
  details?: { key: string; value: unknown }[];
  detailFault?: string;
}

onEachVoiceBackend((world) => {
  async function conversing(findings: Finding[] = FINDINGS) {
    const owner = await world().signUp();
    const assistant = await createAssistant(owner, { findings });
    const { embedId } = assistant;
    let thread: string | null = null;
    const ask = async (text: string) => {
      const who = { bearer: await owner.token(), embedId };
      const answered = await readAnswer(await type(world(), who, { text, thread }));
      ({ thread } = answered);
      return answered;
    };
    const look = async (asked: object = {}, of: unknown = thread): Promise<Looked> => {
      const body = JSON.stringify({ assistantId: embedId, thread: of, ...asked });
      const answer = await fetch(`${world().siteUrl}${FIELD_PATH}`, { method: "POST", body });
      return { status: answer.status, ...((await answer.json()) as Omit<Looked, "status">) };
    };
    const correct = async (key: string, value: unknown) => await look({ detail: { key, value } });
    const values = async () => {
      const { details = [] } = await look();
      return Object.fromEntries(details.map((detail) => [detail.key, detail.value]));
    };
    const rows = async () =>
      (await world().rows("calls")).filter(({ ownerId }) => ownerId === owner.userId);
    /** As the platform does when the model uses the tool. */
    const note = async (given: unknown) => {
      const { platformSessionId: sessionId } = must((await rows()).at(-1), "call");
      const toolCall = { id: crypto.randomUUID(), type: "function" };
      const called = { name: DETAILS_TOOL, arguments: JSON.stringify(given) };
      const message = {
        ...{ type: "tool-calls", chat: { sessionId }, toolWithToolCallList: [] },
        toolCallList: [{ ...toolCall, function: called }],
      };
      const answer = await fetch(`${world().siteUrl}/vapi`, {
        ...{ method: "POST", headers: { [SECRET_HEADER]: WEBHOOK_SECRET } },
        body: JSON.stringify({ message }),
      });
      expect(await answer.json()).toMatchObject({ results: [{ result: "Noted." }] });
    };
    const continueAt = (token: string) => void (thread = token);
    const outcome = async () => {
      const outcomes = await world().rows("outcomes");
      return outcomes.findLast(({ ownerId }) => ownerId === owner.userId);
    };
    const found = async () => {
      await eventually(async () => (await outcome()) !== undefined);
      const list = must(await outcome(), "outcome").found;
      return Object.fromEntries(list.map(({ key, value }) => [key, value]));
    };
    return { owner, ...assistant, ask, look, correct, values, rows, note, found, continueAt };
  }

  test("what a visitor types is on the card, and what the assistant does not ask for is not", async () => {
    const { ask, look, note } = await conversing();
    await world().control("webhooks", { mode: "deliver", delayMs: 300, types: ["tool-calls"] });
    const told = await ask("My name is Ada.");
    const shown = told.events.flatMap((event) => ("details" in event ? event.details : []));
    expect(shown).toMatchObject([{ key: "name", value: "Ada" }, { value: null }, { value: null }]);
    await note({ worth_a_call: "Very much", guests: 2, unknown: "x", email_address: "no address" });
    const { details } = await look();
    expect(details).toEqual([
      { key: "name", label: "Name", kind: "text", value: "Ada" },
      { key: "email_address", label: "Email address", kind: "email", value: null },
      { key: "guests", label: "Guests", kind: "number", value: 2 },
    ]);
    const { events } = await ask("Thank you.");
    expect(events).toContainEqual({ details });
  });

  test("nothing is shown to a visitor of whom nothing is asked", async () => {
    const { ask, look } = await conversing([WORTH]);
    const { events } = await ask("My name is Ada. Worth a call: yes.");
    expect(events.filter((event) => "details" in event)).toEqual([]);
    expect((await look()).details).toEqual([]);
  });

  test("a visitor corrects a line, which the assistant does not take back by repeating it", async () => {
    const { ask, correct, values, note, found } = await conversing();
    await ask("My name is Eda.");
    await eventually(async () => (await values()).name === "Eda");
    expect(await correct("name", "Ada Byron")).toMatchObject({ status: 200 });
    await note({ name: "Eda" });
    expect(await values()).toMatchObject({ name: "Ada Byron" });
    await note({ name: "Ada Lovelace" });
    expect(await values()).toMatchObject({ name: "Ada Lovelace" });
    await correct("name", "Ada Byron");
    await correct("email_address", "ada@visitors.test");
    await world().advance(31 * MINUTE_MS);
    await followUp(world());
    // The platform found another name in what was typed, and no address.
    expect(await found()).toMatchObject({ name: "Ada Byron", email_address: "ada@visitors.test" });
    expect(await correct("name", "Eve")).toMatchObject({ detailFault: "ended" });
  });

  // T128: docs/security.md
  test("a correction that does not fit is refused, and so is one without the conversation's token", async () => {
    const { ask, look, correct, values } = await conversing();
    await ask("My name is Ada.");
    await eventually(async () => (await values()).name === "Ada");
    expect(await correct("email_address", "ada")).toMatchObject({ detailFault: "email" });
    expect(await correct("guests", "many")).toMatchObject({ detailFault: "type" });
    expect(await correct("name", " \n ")).toMatchObject({ detailFault: "type" });
    expect(await correct("name", "x".repeat(501))).toMatchObject({ detailFault: "tooLong" });
    expect(await correct("worth_a_call", "no")).toMatchObject({ detailFault: "ended" });
    expect(await correct("name", ["Ada"])).toMatchObject({ status: 400 });
    const detail = { key: "name", value: "Eve" };
    expect(await look({ detail }, "another")).toMatchObject({ status: 403 });
    expect(await values()).toEqual({ name: "Ada", email_address: null, guests: null });
    await correct("guests", "3");
    expect(await values()).toMatchObject({ guests: 3 });
  });

  test("a call goes on with what was noted in writing", async () => {
    const { owner, embedId, ask, values, rows, continueAt } = await conversing();
    const { thread } = await ask("My name is Ada.");
    await eventually(async () => (await values()).name === "Ada");
    const response = await postCall(world(), await owner.token(), embedId, { thread });
    const { webCallUrl, thread: renewed } = (await response.json()) as Minted & { thread: string };
    continueAt(renewed);
    const room = await joinRoom(webCallUrl);
    onTestFinished(async () => {
      room.leave();
      await eventually(async () => (await rows()).every(({ isLive }) => !isLive));
    });
    await room.waitFor(isListening);
    const content = "We are guests: two, and ada@visitors.test is my address.";
    room.say({ type: "add-message", message: { role: "user", content } });
    await eventually(async () => (await values()).guests === 2);
    expect(await values()).toEqual({ name: "Ada", email_address: "ada@visitors.test", guests: 2 });
    const [call] = (await rows()).filter(({ channel }) => channel === undefined);
    expect(call?.lookups ?? []).toEqual([]);
  });
});
