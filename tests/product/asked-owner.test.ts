/** An assistant asks its owner while the visitor waits, and passes the answer on. */
import { expect, test } from "vitest";
import { EXAMPLES } from "@hark/messengers-stand-in/addresses";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { ACTION_REFUSALS } from "../../convex/shared/actionMessages";
import { ACTION_LENGTHS } from "../../convex/shared/actions";
import { DAY_MS } from "../../convex/shared/durations";
import { SITE_URL } from "../contract/deployment.ts";
import { eventually } from "../eventually.ts";
import { callOf } from "./acting.ts";
import { withMessengers } from "./messengers-world.ts";
import { SILENT_PLATFORM, voicedAssistant } from "./talk.ts";
import { onEachBackend, type Owner } from "./world.ts";

const ASK = {
  name: "Ask the owner",
  description: "Asks the owner a question.",
  changesSomething: false,
  work: { kind: "owner" },
} as const;
const TOOL = "action_ask_the_owner";
const QUESTION = "Is there rye bread left today?";

onEachBackend((world) => {
  const messengers = withMessengers(world, SILENT_PLATFORM);

  async function asking() {
    const owner = await world().signUp();
    const { assistantId, embedId } = await voicedAssistant(world(), owner, "Bakery");
    const actionId = await owner.mutation(api.actions.save, { assistantId, ...ASK });
    const call = await callOf(world(), owner, embedId, actionId);
    const messages = [{ role: "user", message: "Do you have rye?", time: 1 }];
    const ask = (question = QUESTION) =>
      call.use({ question }, { name: TOOL, artifact: { messages } });
    return { owner, actionId, ...call, ask };
  }

  async function waiting(owner: Owner) {
    await eventually(async () => (await owner.query(api.ownerQuestions.open, {})).length > 0);
    const [question] = await owner.query(api.ownerQuestions.open, {});
    return must(question, "question");
  }

  const answerIt = async (owner: Owner, questionId: never, text: string) =>
    await owner.mutation(api.ownerQuestions.answer, { questionId, text });

  async function entryOf(owner: Owner) {
    const paginationOpts = { cursor: null, numItems: 10 };
    const filter = { assistantId: null, status: null };
    const { page } = await owner.query(api.outcomes.pageOutcomes, { ...filter, paginationOpts });
    return must(page[0], "entry");
  }

  test("an answer in time is passed on, and stands beside the question in the inbox", async () => {
    const { owner, ask, runs } = await asking();
    const told = ask();
    const question = await waiting(owner);
    expect(question).toMatchObject({ assistantName: "Bakery", question: QUESTION });
    expect(question.soFar).toBe("Visitor: Do you have rye?");
    expect(question.untilMs).toBeGreaterThan(world().clock.now());
    await answerIt(owner, question.id as never, " Two\nloaves. ");
    expect(await told).toContain('The owner answers: "Two loaves."');
    expect(await owner.query(api.ownerQuestions.open, {})).toEqual([]);
    expect((await entryOf(owner)).found).toMatchObject([
      { key: "hark_question", label: "Asked you", value: QUESTION },
      { key: "hark_question_answer", label: "You answered", value: "Two loaves." },
    ]);
    expect(await runs()).toMatchObject([{ state: "done", answer: "Two loaves." }]);
  });

  test("each question is told to messengers, and one without an answer stays in the inbox", async () => {
    const { owner, ask } = await asking();
    const to = { kind: "slack", url: EXAMPLES.slack } as const;
    await owner.mutation(api.messengers.addMessenger, { to, events: ["outcome.created"] });
    const before = (await messengers.messages()).length;
    const first = ask();
    const { id } = await waiting(owner);
    await world().settle();
    await eventually(async () => (await messengers.messages()).length > before);
    const [message] = (await messengers.messages()).slice(before);
    expect(message?.text).toContain("A visitor waits for your answer, in a call with Bakery");
    await answerIt(owner, id as never, "Yes.");
    await first;
    const second = ask();
    await waiting(owner);
    await world().settle();
    await eventually(async () => (await messengers.messages()).length > before + 1);
    await world().advance(30_000);
    expect(await owner.query(api.ownerQuestions.open, {})).toEqual([]);
    expect(await second).toContain("Nobody answered in time.");
    expect((await entryOf(owner)).found).toMatchObject([{ key: "hark_question" }]);
  });

  // T122: docs/security.md
  test("only its owner answers, once, and with words", async () => {
    const { owner, ask } = await asking();
    const told = ask();
    const { id } = await waiting(owner);
    const stranger = await world().signUp();
    expect(await stranger.query(api.ownerQuestions.open, {})).toEqual([]);
    await expect(answerIt(stranger, id as never, "No.")).rejects.toMatchObject({
      data: { code: "not_yours" },
    });
    await expect(answerIt(owner, id as never, " ")).rejects.toMatchObject({
      data: { message: ACTION_REFUSALS.answerMissing },
    });
    const long = "x".repeat(ACTION_LENGTHS.value + 1);
    await expect(answerIt(owner, id as never, long)).rejects.toMatchObject({
      data: { message: ACTION_REFUSALS.answerTooLong },
    });
    await answerIt(owner, id as never, "Yes.");
    await told;
    expect(await answerIt(owner, id as never, "No.")).toEqual({
      ...{ answer: "Yes.", isLate: false, isYours: false },
    });
  });

  /** Asks, and reads the key in the link that Slack got. */
  async function linked() {
    const asked = await asking();
    const to = { kind: "slack", url: EXAMPLES.slack } as const;
    await asked.owner.mutation(api.messengers.addMessenger, { to, events: ["outcome.created"] });
    const nextKey = async (question = QUESTION) => {
      const before = (await messengers.messages()).length;
      const told = asked.ask(question);
      await waiting(asked.owner);
      await world().settle();
      await eventually(async () => (await messengers.messages()).length > before);
      const [link = ""] = (await messengers.messages()).at(-1)?.links ?? [];
      expect(link).toMatch(`${SITE_URL}/answer/`);
      return { told, key: decodeURIComponent(link.slice(`${SITE_URL}/answer/`.length)) };
    };
    return { ...asked, ...(await nextKey()), nextKey };
  }
  const visitor = () => world().visitor;
  const show = async (key: string) => await visitor().query(api.ownerQuestions.showLinked, { key });
  const answerBy = async (key: string, text: string) =>
    await visitor().mutation(api.ownerQuestions.answerLinked, { key, text });

  test("whoever has the link in a messenger answers without an account, and the assistant passes it on", async () => {
    const { owner, told, key } = await linked();
    expect(await show(key)).toMatchObject({
      ...{ assistantName: "Bakery", question: QUESTION, soFar: "Visitor: Do you have rye?" },
      answered: null,
    });
    const given = { answer: "Two loaves.", isLate: false };
    expect(await answerBy(key, " Two\nloaves. ")).toEqual({ ...given, isYours: true });
    expect(await told).toContain('The owner answers: "Two loaves."');
    expect((await show(key))?.answered).toEqual(given);
    expect((await entryOf(owner)).found).toMatchObject([
      { key: "hark_question", value: QUESTION },
      { key: "hark_question_answer", label: "Answered by link", value: "Two loaves." },
    ]);
  });

  test("a late answer stands in the inbox, and names its question beside a later one", async () => {
    const { owner, told, key, nextKey } = await linked();
    await world().advance(30_000);
    expect(await told).toContain("Nobody answered in time.");
    const next = await nextKey("Is spelt left?");
    await answerBy(next.key, "Yes.");
    await next.told;
    expect(await answerBy(key, "Two loaves.")).toMatchObject({ isLate: true, isYours: true });
    expect((await show(key))?.answered).toEqual({ answer: "Two loaves.", isLate: true });
    const values = (await entryOf(owner)).found.map(({ value }) => value);
    expect(values).toEqual(["Is spelt left?", `Yes. · “${QUESTION}” Two loaves.`]);
  });

  test("when the visitor has left, an answer is late at once, and stays in the finished entry", async () => {
    const { owner, told, key, end } = await linked();
    await end();
    expect(await answerBy(key, "Yes.")).toMatchObject({ isLate: true, isYours: true });
    expect(await told).toContain("Nobody answered in time.");
    await world().settle();
    expect((await entryOf(owner)).found).toMatchObject([
      ...[{ key: "hark_question" }, { key: "hark_question_answer", value: "Yes." }],
    ]);
  });

  // T125: docs/security.md
  test("who answers first wins, in the dashboard too, and the other sees what was answered", async () => {
    const { owner, told, key, nextKey } = await linked();
    const { id } = await waiting(owner);
    await answerIt(owner, id as never, "Yes.");
    const first = { answer: "Yes.", isLate: false };
    expect(await answerBy(key, "No.")).toEqual({ ...first, isYours: false });
    expect((await show(key))?.answered).toEqual(first);
    expect(await told).toContain('"Yes."');
    const next = await nextKey();
    await answerBy(next.key, "No.");
    expect(await answerBy(next.key, "Yes.")).toMatchObject({ answer: "No.", isYours: false });
    expect(await next.told).toContain('"No."');
  });

  // T125: docs/security.md
  test("a forged link, one for another question, an old one and one of a deleted conversation show and do nothing", async () => {
    const { owner, callId, told, key, nextKey, end } = await linked();
    await world().advance(30_000);
    await told;
    const next = await nextKey();
    const [id = "", signature = ""] = key.split(/-(.*)/);
    const [otherId = ""] = next.key.split("-");
    const forged = [otherId + key.slice(id.length), `${id}-${signature.toLowerCase()}`, id, ""];
    for (const one of forged) {
      expect(await show(one), one).toBeNull();
      expect(await answerBy(one, "Yes."), one).toBeNull();
    }
    await answerBy(next.key, "Yes.");
    await next.told;
    expect(await show(key)).not.toBeNull();
    await end();
    await owner.mutation(api.calls.deleteCall, { callId });
    const kept = await world().rows("ownerQuestions");
    expect(kept.filter(({ ownerId }) => ownerId === owner.userId)).toEqual([]);
    expect(await show(key)).toBeNull();
    expect(await answerBy(key, "Yes.")).toBeNull();
    const later = await linked();
    await world().advance(DAY_MS - 1_000);
    expect(await show(later.key)).not.toBeNull();
    await world().advance(30_000);
    await later.told;
    expect(await show(later.key)).toBeNull();
    expect(await answerBy(later.key, "Yes.")).toBeNull();
  });

  // T125: docs/security.md
  test("an answer by link is bounded, and so is how often a link and a network try", async () => {
    const { told, key } = await linked();
    const refused = async (text: string) =>
      await expect(answerBy(key, text)).rejects.toMatchObject({ data: { code: "invalid_input" } });
    await refused(" \n ");
    await refused("x".repeat(ACTION_LENGTHS.value + 1));
    const tooMany = { data: { code: "too_many_requests" } };
    for (let tries = 0; tries < 6; tries++) await answerBy(key, "Yes.");
    await expect(answerBy(key, "Yes.")).rejects.toMatchObject(tooMany);
    await told;
    const tryForged = async () => {
      for (let tries = 0; tries < 40; tries++) await answerBy("made-up", "Yes.");
    };
    await expect(tryForged()).rejects.toMatchObject(tooMany);
  });
});
