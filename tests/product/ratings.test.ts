/** What visitors say about a conversation, and from which place they came. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import { MAX_PLACE_LENGTH, MAX_RATING_LENGTH } from "../../convex/shared/limits";
import { readAnswer, type } from "./typed.ts";
import { createAssistant, onEachVoiceBackend, postCall } from "./voice-world.ts";

onEachVoiceBackend((world) => {
  async function typed(place?: string) {
    const owner = await world().signUp();
    const { embedId } = await createAssistant(owner);
    const who = { bearer: await owner.token(), embedId };
    const message = { text: "When do you open?", ...(place === undefined ? {} : { place }) };
    const answer = await readAnswer(await type(world(), who, message));
    const thread = must(answer.thread, "thread");
    const rate = async (rating: object) => {
      const body = JSON.stringify({ assistantId: embedId, thread, ...rating });
      const response = await fetch(`${world().siteUrl}/conversation/rating`, {
        method: "POST",
        body,
      });
      return response.status;
    };
    const details = async () => {
      const rows = await world().rows("calls");
      const row = must(
        rows.findLast(({ ownerId }) => ownerId === owner.userId),
        "row",
      );
      return await owner.action(api.calls.getCallDetails, { callId: row._id });
    };
    return { owner, embedId, thread, rate, details };
  }

  test("the owner sees what the visitor thought of it, and the latest counts", async () => {
    const { rate, details } = await typed();
    expect(await details()).toMatchObject({ rating: null, place: null });
    expect(await rate({ isGood: true })).toBe(200);
    expect(await details()).toMatchObject({ rating: { isGood: true, words: "" } });
    expect(await rate({ isGood: false, words: " It did not know the prices. " })).toBe(200);
    expect(await details()).toMatchObject({
      rating: { isGood: false, words: "It did not know the prices." },
    });
  });

  test("the rating belongs to the newest part of the conversation", async () => {
    const { owner, embedId, thread, rate, details } = await typed();
    const response = await postCall(world(), await owner.token(), embedId, { thread });
    expect(response.status).toBe(201);
    expect(await rate({ isGood: true })).toBe(200);
    expect(await details()).toMatchObject({ channel: "voice", rating: { isGood: true } });
  });

  // T99: docs/security.md
  test.each([
    [{}, 400],
    [{ isGood: "yes" }, 400],
    [{ isGood: true, words: 7 }, 400],
    [{ isGood: true, words: "x".repeat(MAX_RATING_LENGTH + 1) }, 400],
    [{ isGood: true, assistantId: 7 }, 400],
    [{ isGood: true, thread: "made up" }, 403],
    [{ isGood: true, assistantId: "another" }, 403],
  ])("%j is refused", async (rating, status) => {
    const { rate, details } = await typed();
    expect(await rate(rating)).toBe(status);
    expect(await details()).toMatchObject({ rating: null });
  });

  test("nobody rates without end", async () => {
    const { rate } = await typed();
    const answers: number[] = [];
    for (let times = 0; times < 7; times += 1) answers.push(await rate({ isGood: true }));
    expect(answers.at(-1)).toBe(429);
  });

  test("the place in the talk page's address stays with the conversation", async () => {
    const { details } = await typed("  shop window  ");
    expect(await details()).toMatchObject({ place: "shop window" });
    const long = await typed("x".repeat(500));
    expect((await long.details()).place).toHaveLength(MAX_PLACE_LENGTH);
  });
});
