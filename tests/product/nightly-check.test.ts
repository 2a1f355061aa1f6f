/** The nightly check: what visitors ask most is asked again, and the owner gets mail only if there is something to look at. */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { DEFAULT_CONVERSATION } from "../../convex/shared/conversation";
import { OFFICE_HOURS } from "../../convex/shared/openingHours";
import { onTrial } from "./money/billing-world.ts";
import { onEachMailedBackend } from "./money/mailed-world.ts";
import { opened } from "../opened.ts";
import { ownedBy } from "./owned.ts";
import { newAssistant } from "./samples.ts";
import { createAssistant, openVoice } from "./voice-world.ts";

const { embedId: _, ...CONTENT } = newAssistant();
const prompt = (words: string) => ({
  ...CONTENT,
  systemPrompt: `You answer for a bakery. ${words}`,
});
const OPEN = prompt("On Saturdays the bakery is open from eight to noon.");
const CLOSED = prompt("On Saturdays the bakery stays closed.");
const SILENT = prompt("Be friendly.");
const QUESTION = "Is the bakery open on Saturdays?";
const DAY_MS = 24 * 3_600_000;
const RUN = { method: "POST", path: "/eval/simulation/run" };

onEachMailedBackend((world) => {
  const voice = opened(() => openVoice(world()));

  async function asked(ownerId: Id<"users">, assistantId: Id<"assistants">, question = QUESTION) {
    const atMs = world().clock.now();
    await world().insert("calls", [
      {
        ...{ ownerId, assistantId, kind: "visitor", channel: "text", allowance: "plan" },
        ...{ status: "ended", isLive: false, maxDurationSeconds: 0, endSource: "us" },
        ...{ createdAtMs: atMs, endedAtMs: atMs, changedAtMs: atMs },
      },
    ]);
    const calls = await world().rows("calls");
    const { _id: callId } = must(
      calls.filter((one) => one.assistantId === assistantId).at(-1),
      "call",
    );
    const messages = [{ role: "user" as const, text: question }];
    await world().insert("callTexts", [
      { ...{ callId, ownerId, messages }, transcript: question, searchText: question },
    ]);
  }

  async function published(content: object = OPEN) {
    const { owner } = await onTrial(world(), "PRO");
    const { assistantId } = await createAssistant(owner, content);
    const own = { assistantId };
    await owner.mutation(api.assistants.togglePublishAssistant, own);
    await asked(owner.userId, assistantId);
    await world().settle();
    const before = (await world().mailsOf(owner)).length;
    return {
      ...{ owner, assistantId },
      save: (changed: object) =>
        owner.mutation(api.assistants.updateAssistant, { ...OPEN, ...own, ...changed }),
      night: async () => {
        await world().advance(DAY_MS / 24);
        await world().inside.mutation(internal.rehearsals.nightlyQuestions.startChecks, {
          cursor: null,
        });
        await world().settle();
        return await owner.query(api.rehearsals.nightly, own);
      },
      mails: async () => (await world().mailsOf(owner)).slice(before),
    };
  }

  test("the first night keeps the answers, and the next one mails nothing if nothing has changed", async () => {
    const { night, mails } = await published();
    const [first] = await night();
    expect(first).toMatchObject({ question: QUESTION });
    expect(first?.answer).toContain("open from eight to noon");
    const [second] = await night();
    expect(second).toEqual(first);
    expect(await mails()).toEqual([]);
  });

  test("an unchanged assistant is asked again after a week, and mails nothing", async () => {
    const { night, mails } = await published();
    const [first] = await night();
    await world().advance(7 * DAY_MS);
    const [later] = await night();
    expect(later?.answer).toBe(first?.answer);
    expect(later?.checkedAtMs).toBeGreaterThan(first?.checkedAtMs ?? Infinity);
    expect(await mails()).toEqual([]);
  });

  test("a changed answer is mailed once, with what was said before and what is said now", async () => {
    const { owner, assistantId, save, night, mails } = await published();
    await night();
    await save(CLOSED);
    const [row] = await night();
    expect(row?.answer).toContain("stays closed");
    await night();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(QUESTION);
      expect(text).toContain("open from eight to noon");
      expect(text).toContain("stays closed");
      expect(text).toContain(`/dashboard/assistants/${assistantId}/knowledge`);
    }
    expect(mail?.text).toContain("The answer has changed:");
    expect(mail?.text).toMatch(/\/login\/confirm\?stop=/);
    expect(mail?.to).toEqual([owner.email]);
  });

  test("an answer that vanished is mailed", async () => {
    const { save, night, mails } = await published();
    await night();
    await save(SILENT);
    expect(await night()).toMatchObject([{ answer: null }]);
    const [mail] = await mails();
    expect(mail?.text).toContain("The question is no longer answered:");
    expect(mail?.text).toContain("Before: ");
  });

  test("an answer that contradicts the opening hours is mailed, even in the first night", async () => {
    const week = "Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday";
    const { night, mails } = await published({
      ...prompt(
        `The bakery is open on Saturdays and has opening hours from 09:00 to 17:00 on ${week}.`,
      ),
      talk: { ...DEFAULT_CONVERSATION, openingHours: OFFICE_HOURS },
    });
    await night();
    const [mail] = await mails();
    expect(mail?.text).toContain("The answer contradicts the opening hours:");
  });

  // T136: docs/security.md
  test("changes that wait for a review, unpublished assistants and owners without a plan are not asked", async () => {
    const { owner, assistantId, save, night, mails } = await published();
    const [first] = await night();
    await owner.mutation(api.drafts.setReview, { assistantId, isOn: true });
    await save(CLOSED);
    expect(await night()).toEqual([first]);
    expect(await mails()).toEqual([]);

    const hidden = await published();
    const kept = await hidden.night();
    await hidden.owner.mutation(api.assistants.togglePublishAssistant, {
      assistantId: hidden.assistantId,
    });
    await hidden.save(CLOSED);
    expect(await hidden.night()).toEqual(kept);

    // The plan of an owner ends, and the assistant stays published.
    const lapsed = await published();
    await lapsed.night();
    await lapsed.owner.action(api.subscriptions.cancelSubscription, {});
    await world().advance(8 * DAY_MS);
    const { assistantId: theirs } = lapsed;
    // On the local backend the nightly cron job may have asked again, before Stripe's event ended the plan.
    const known = await lapsed.owner.query(api.rehearsals.nightly, { assistantId: theirs });
    expect(known).toHaveLength(1);
    expect(
      await lapsed.owner.query(api.assistants.getAssistant, { assistantId: theirs }),
    ).toMatchObject({ published: true });
    await lapsed.save(CLOSED);
    expect(await lapsed.night()).toEqual(known);
    const keys = [theirs];
    await world().inside.mutation(internal.jobs.enqueue.enqueueJobs, {
      ...{ kind: "nightlyCheck", keys },
    });
    await world().settle();
    expect(await lapsed.owner.query(api.rehearsals.nightly, { assistantId: theirs })).toEqual(
      known,
    );
  });

  test("an owner who turned such mail off gets none, and the page still has the new answer", async () => {
    const { owner, save, night, mails } = await published();
    await owner.mutation(api.account.chooseMail, { group: "nightly", isOn: false });
    await night();
    await save(CLOSED);
    const [row] = await night();
    expect(row?.answer).toContain("stays closed");
    expect(await mails()).toEqual([]);
  });

  test("a platform that fails loses nothing and mails nothing, and the next night finds the change", async () => {
    const { save, night, mails } = await published();
    const [first] = await night();
    await save(CLOSED);
    for (const status of [402, 500]) {
      await voice().world.control("faults", { ...RUN, status });
      expect(await night()).toEqual([first]);
      await voice().world.control("faults/clear", {});
    }
    expect(await mails()).toEqual([]);
    await night();
    expect((await mails()).length).toBe(1);
  });

  test("a night uses none of the month's rehearsals, and asks ten questions at most", async () => {
    const { owner, assistantId, night } = await published();
    const words = "bread cakes rolls tea juice milk eggs jam flour honey butter cream".split(" ");
    for (const word of words) await asked(owner.userId, assistantId, `Do you sell ${word}?`);
    expect(await night()).toHaveLength(10);
    expect(await owner.query(api.rehearsals.list, { assistantId })).toMatchObject({
      use: { used: 0 },
    });
  });

  test("the questions go when nobody asks them any more", async () => {
    const { night } = await published();
    expect(await night()).toHaveLength(1);
    await world().advance(31 * DAY_MS);
    expect(await night()).toEqual([]);
  });

  test("the questions are exported, and deleted with the assistant and with the account", async () => {
    const first = await published();
    await first.night();
    const { owner, assistantId } = first;
    const { text } = await owner.query(api.account.exportAccount, {});
    expect(JSON.parse(text)).toMatchObject({ askedQuestions: [{ question: QUESTION }] });
    await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    expect((await ownedBy(world(), owner.userId)).askedQuestions).toBeUndefined();
    const second = await published();
    await second.night();
    await second.owner.mutation(api.account.deleteAccount, {});
    await world().settle();
    expect((await ownedBy(world(), second.owner.userId)).askedQuestions).toBeUndefined();
  });
});
