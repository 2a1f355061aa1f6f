import { expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import { SOURCE_REFUSALS } from "../../convex/shared/sourceMessages";
import { MAX_DISMISSED_QUESTIONS, MAX_QUESTION_LENGTH } from "../../convex/shared/sources";
import { ownedBy } from "./owned.ts";
import { refusal } from "./refusal.ts";
import { createAssistant, onEachVoiceBackend } from "./voice-world.ts";

const { dismissQuestion, listDismissed, restoreQuestion } = api.knowledge;
const JOKES = "Do you know any jokes?";

onEachVoiceBackend((world) => {
  async function anAssistant() {
    const owner = await world().signUp();
    const { assistantId } = await createAssistant(owner);
    const questions = async () =>
      (await owner.query(listDismissed, { assistantId })).map(({ question }) => question);
    const dismiss = (question: string) =>
      owner.mutation(dismissQuestion, { assistantId, question });
    return { owner, assistantId, questions, dismiss };
  }

  test("a question is dismissed once, and can be listed again", async () => {
    const { owner, questions, dismiss } = await anAssistant();
    const dismissedId = await dismiss(JOKES);
    expect(await dismiss(" do you know\nany jokes? ")).toBe(dismissedId);
    await dismiss("Are you a robot?");
    expect(await questions()).toEqual(["Are you a robot?", JOKES]);
    await owner.mutation(restoreQuestion, { dismissedId });
    expect(await questions()).toEqual(["Are you a robot?"]);
    await expect(owner.mutation(restoreQuestion, { dismissedId })).rejects.toEqual(
      refusal("not_yours", SOURCE_REFUSALS.dismissedGone),
    );
  });

  test("what is no question, or too long, is refused", async () => {
    const { dismiss } = await anAssistant();
    const refused = (message: string) => refusal("invalid_input", message);
    await expect(dismiss(" ")).rejects.toEqual(refused(SOURCE_REFUSALS.questionMissing));
    const long = "x".repeat(MAX_QUESTION_LENGTH + 1);
    await expect(dismiss(long)).rejects.toEqual(refused(SOURCE_REFUSALS.questionTooLong));
  });

  test("the oldest goes when there are too many", async () => {
    const { owner, assistantId, questions, dismiss } = await anAssistant();
    await world().insert(
      "dismissedQuestions",
      Array.from({ length: MAX_DISMISSED_QUESTIONS }, (_, index) => ({
        ownerId: owner.userId,
        assistantId,
        question: `Question ${index}?`,
      })),
    );
    await dismiss(JOKES);
    const listed = await questions();
    expect([listed.length, listed[0], listed.at(-1)]).toEqual([
      MAX_DISMISSED_QUESTIONS,
      JOKES,
      "Question 1?",
    ]);
  });

  test("they are in the archive, and go with the assistant", async () => {
    const { owner, assistantId, dismiss } = await anAssistant();
    await dismiss(JOKES);
    const { text } = await owner.query(api.account.exportAccount, {});
    expect(JSON.parse(text)).toMatchObject({ dismissedQuestions: [{ question: JOKES }] });
    await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    await world().settle();
    expect(Object.keys(await ownedBy(world(), owner.userId))).not.toContain("dismissedQuestions");
  });

  test("they go with the account", async () => {
    const { owner, dismiss } = await anAssistant();
    await dismiss(JOKES);
    await owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    expect(Object.keys(await ownedBy(world(), owner.userId))).not.toContain("dismissedQuestions");
  });
});
