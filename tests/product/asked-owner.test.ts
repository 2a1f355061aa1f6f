/** An assistant asks its owner while the visitor waits, and passes the answer on. */
import { expect, test } from "vitest";
import { EXAMPLES } from "@hark/messengers-stand-in/addresses";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { ACTION_REFUSALS } from "../../convex/shared/actionMessages";
import { ACTION_LENGTHS } from "../../convex/shared/actions";
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
    const ask = () => call.use({ question: QUESTION }, { name: TOOL, artifact: { messages } });
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
    expect(await world().rows("ownerQuestions")).toEqual([]);
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
    const again = await waiting(owner);
    await world().settle();
    await eventually(async () => (await messengers.messages()).length > before + 1);
    await world().advance(30_000);
    expect(await owner.query(api.ownerQuestions.open, {})).toEqual([]);
    await expect(answerIt(owner, again.id as never, "Too late.")).rejects.toMatchObject({
      data: { message: ACTION_REFUSALS.questionOver },
    });
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
    await expect(answerIt(owner, id as never, "No.")).rejects.toMatchObject({
      data: { message: ACTION_REFUSALS.questionOver },
    });
  });
});
