/** A visitor asks for a person: the team is told while the conversation goes on. */
import { expect, test } from "vitest";
import { EXAMPLES } from "@hark/messengers-stand-in/addresses";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { ACTION_REFUSALS } from "../../convex/shared/actionMessages";
import { eventually } from "../eventually.ts";
import { anAction, callOf } from "./acting.ts";
import { withMessengers } from "./messengers-world.ts";
import { endOfCallReport, foundOut, sendReport, SILENT_PLATFORM, voicedAssistant } from "./talk.ts";
import { onEachBackend, type Owner } from "./world.ts";

const PERSON = {
  name: "Ask for a person",
  description: "Tells the team that the visitor wants to speak to a person.",
  changesSomething: false,
  work: { kind: "person" },
} as const;
const TOOL = { name: "action_ask_for_a_person" };
const WISH = "Wants a refund for order 7.";
const SAID = [
  { role: "bot", message: "Hello.", time: 1 },
  { role: "user", message: "I want to speak\nto a person.", time: 2 },
  { role: "tool_calls", message: "", time: 3 },
];
const ORDER = { label: "Order", kind: "text", isRequired: false } as const;

onEachBackend((world) => {
  const messengers = withMessengers(world, SILENT_PLATFORM);

  async function asking() {
    const owner = await world().signUp();
    const assistant = await voicedAssistant(world(), owner, "Front desk", [ORDER]);
    const { assistantId, embedId } = assistant;
    const actionId = await owner.mutation(api.actions.save, { assistantId, ...PERSON });
    const call = await callOf(world(), owner, embedId, actionId);
    const ask = (given: object, more: object = { artifact: { messages: SAID } }) =>
      call.use(given, { ...TOOL, ...more });
    return { ...assistant, ...call, owner, actionId, ask };
  }

  async function entriesOf(owner: Owner) {
    const paginationOpts = { cursor: null, numItems: 10 };
    const filter = { assistantId: null, status: null };
    return (await owner.query(api.outcomes.pageOutcomes, { ...filter, paginationOpts })).page;
  }

  const about = (key: string, value: string) => expect.objectContaining({ key, value }) as object;

  test("the wish is in the inbox at once, with what was said and how the visitor can be reached", async () => {
    const { owner, callId, ask, runs } = await asking();
    expect(await ask({ wish: WISH })).toContain("ask how the visitor can be reached");
    const [entry] = await entriesOf(owner);
    expect(entry).toMatchObject({ callId, isUnread: true, unanswered: [] });
    expect(entry?.soFar).toBe("Assistant: Hello.\nVisitor: I want to speak to a person.");
    expect(await ask({ wish: WISH, contact: "ada@example.com" })).toContain("knows how to reach");
    const [again, ...others] = await entriesOf(owner);
    expect(others).toEqual([]);
    expect(again?.found).toEqual([
      about("hark_person", WISH),
      about("hark_person_contact", "ada@example.com"),
    ]);
    expect(again?.found).toMatchObject([{ label: "Asked for a person" }, { kind: "email" }]);
    expect(await runs()).toMatchObject([{ state: "done" }, { state: "done" }]);
  });

  // T121: docs/security.md
  test("messengers are told at once, once, and of what the conversation left besides when it has ended", async () => {
    const { owner, platformCallId, ask } = await asking();
    const to = { kind: "slack", url: EXAMPLES.slack } as const;
    await owner.mutation(api.messengers.addMessenger, { to, events: ["outcome.created"] });
    const before = (await messengers.messages()).length;
    const told = async () => (await messengers.messages()).slice(before).map(({ text }) => text);
    await ask({ wish: WISH });
    await ask({ wish: WISH, contact: "030 123456" });
    await world().settle();
    await eventually(async () => (await told()).length === 1);
    const [first] = await told();
    expect(first).toContain("A visitor asks for a person, in a call with Front desk");
    expect(first).toContain("Visitor: I want to speak to a person.");

    const report = endOfCallReport(platformCallId, {
      startedAtMs: world().clock.now(),
      seconds: 20,
    });
    const artifact = { ...report.artifact, ...foundOut({ found: { order: "A cake" } }) };
    await sendReport(world(), { ...report, artifact });
    await world().settle();
    await eventually(async () => (await told()).length === 2);
    expect((await told()).at(-1)).toContain("New inbox entry: a call with Front desk");
    const [entry] = await entriesOf(owner);
    expect(entry?.found).toEqual([
      about("hark_person", WISH),
      about("hark_person_contact", "030 123456"),
      about("order", "A cake"),
    ]);
    expect(entry).toMatchObject({ soFar: null, isUnread: true });
    expect(await ask({ wish: WISH })).toContain("The conversation is over");
  });

  test("a conversation that leaves nothing besides is not told of again", async () => {
    const { owner, ask, end } = await asking();
    const to = { kind: "slack", url: EXAMPLES.slack } as const;
    await owner.mutation(api.messengers.addMessenger, { to, events: ["outcome.created"] });
    const before = (await messengers.messages()).length;
    await ask({ wish: WISH });
    await end();
    await world().settle();
    await eventually(async () => (await messengers.messages()).length > before);
    expect(await messengers.messages()).toHaveLength(before + 1);
    expect(await entriesOf(owner)).toHaveLength(1);
  });

  test("a test tells nobody, an assistant has it once, and it stays what it is", async () => {
    const { owner, assistantId, actionId } = await asking();
    const values = JSON.stringify({ wish: WISH });
    const tried = await owner.action(api.actions.test, { actionId, values });
    expect(tried).toMatchObject({ state: "done" });
    expect(must(tried.answer, "answer")).toContain("In a test nobody is told");
    expect(await entriesOf(owner)).toEqual([]);
    const save = (content: object) =>
      owner.mutation(api.actions.save, { assistantId, ...PERSON, ...content });
    await expect(save({})).rejects.toMatchObject({
      data: { message: ACTION_REFUSALS.twice },
    });
    await expect(
      save({ actionId, work: anAction("https://example.com/").work }),
    ).rejects.toMatchObject({ data: { message: ACTION_REFUSALS.kindKept } });
    await expect(save({ work: { kind: "times" } })).rejects.toMatchObject({
      data: { message: ACTION_REFUSALS.calendarByLink },
    });
    await save({ actionId, name: "Call a colleague" });
    const [changed] = await owner.query(api.actions.list, { assistantId });
    expect(changed).toMatchObject({ name: "Call a colleague", work: { kind: "person" } });
  });
});
