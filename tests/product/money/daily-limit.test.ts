/**
 * The daily limit of a new assistant: it follows the plan, is mailed when it is reached, and can be raised with one
 * press.
 */
import { expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../../convex/_generated/api";
import { MESSAGES } from "../../../convex/shared/messages";
import { DEFAULT_CONVERSATION } from "../../../convex/shared/conversation";
import { newAssistant } from "../samples.ts";
import {
  advanceToNoon,
  endOfCallReport,
  sendReport,
  SILENT_PLATFORM,
  startCall,
  statusUpdate,
  transcript,
  voicedAssistant,
} from "../talk.ts";
import { paying } from "./billing-world.ts";
import { onEachMailedBackend } from "./mailed-world.ts";

const SUBJECT = "Today's limit of";

onEachMailedBackend((world) => {
  /** Live, on a plan of 250 minutes a month: 50 a day. */
  async function live() {
    await world().setVariables(SILENT_PLATFORM);
    const { owner } = await paying(world(), "STARTER");
    const { assistantId, embedId } = await voicedAssistant(world(), owner);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    await advanceToNoon(world());
    const assistant = () => owner.query(api.assistants.getAssistant, { assistantId });
    const limitMails = async () =>
      (await world().mailsOf(owner)).filter(({ subject }) => subject.startsWith(SUBJECT));
    return { owner, assistantId, embedId, assistant, limitMails };
  }

  async function visit(embedId: string, minutes: number) {
    const { platformCallId } = await startCall(world(), embedId, null);
    const startedAtMs = world().clock.now();
    await sendReport(world(), statusUpdate(platformCallId, "in-progress", startedAtMs));
    await sendReport(world(), transcript(platformCallId, "user", "Hello!"));
    await world().advance(minutes * 60_000);
    const report = endOfCallReport(platformCallId, { startedAtMs, seconds: minutes * 60 });
    await sendReport(world(), report);
    await world().settle();
  }

  // T22, T73: docs/security.md
  test("a new assistant's visitors have a fifth of the plan's minutes a day, and its owner gets one mail", async () => {
    const { owner, assistantId, embedId, assistant, limitMails } = await live();
    expect((await assistant()).talk).toMatchObject({ minutesADay: "plan" });
    await visit(embedId, 30);
    expect(await limitMails()).toEqual([]);
    // A call without a report counts with its maximum duration: the remaining minutes of the day.
    await visit(embedId, 20);
    await expect(startCall(world(), embedId, null)).rejects.toThrow(MESSAGES.assistantNotServed);
    const [mail, ...others] = await limitMails();
    expect(must(mail, "mail").subject).toBe("Today's limit of 50 minutes has been reached");
    expect(mail?.text).toContain("Visitors have used 50 minutes with “Ada” today");
    expect(mail?.text).toContain("/dashboard");
    expect(others).toEqual([]);

    // The owner can still make test calls.
    await startCall(world(), embedId, owner.userId);
    await owner.mutation(api.assistants.allowMoreToday, { assistantId });
    // Pressing twice raises it once.
    await owner.mutation(api.assistants.allowMoreToday, { assistantId });
    expect((await assistant()).visitorDay).toMatchObject({ extraMinutes: 50 });
    await visit(embedId, 30);
    await visit(embedId, 20);
    await expect(startCall(world(), embedId, null)).rejects.toThrow(MESSAGES.assistantNotServed);
    expect(await limitMails()).toHaveLength(1);

    // Without a limit nothing is refused, and the change creates a version like any other.
    await owner.mutation(api.assistants.removeDailyLimit, { assistantId });
    expect((await assistant()).talk).toMatchObject({ minutesADay: null });
    await startCall(world(), embedId, null);
    const { page } = await owner.query(api.versions.pageVersions, {
      assistantId,
      paginationOpts: { numItems: 5, cursor: null },
    });
    expect(page[0]).toMatchObject({ number: 2, changed: ["talk"] });
  });

  test("a limit that was raised for today is back tomorrow", async () => {
    const { owner, assistantId, embedId } = await live();
    await visit(embedId, 30);
    await visit(embedId, 20);
    await owner.mutation(api.assistants.allowMoreToday, { assistantId });
    await world().advance(86_400_000);
    await visit(embedId, 30);
    const { maxDurationSeconds } = await startCall(world(), embedId, null);
    expect(maxDurationSeconds).toBe(20 * 60);
  });

  test("the limit can be raised for today only once it is reached", async () => {
    const { owner, assistantId, embedId, assistant } = await live();
    await visit(embedId, 10);
    await owner.mutation(api.assistants.allowMoreToday, { assistantId });
    expect((await assistant()).visitorDay).not.toHaveProperty("extraMinutes");
  });

  test("an older assistant has no limit, and a form that sends none leaves it so", async () => {
    const { owner, assistantId, embedId, assistant } = await live();
    const { embedId: _, ...content } = newAssistant();
    const before = { assistantId, ...content, talk: DEFAULT_CONVERSATION };
    await owner.mutation(api.assistants.updateAssistant, before);
    await owner.mutation(api.assistants.updateAssistant, { assistantId, ...content });
    expect((await assistant()).talk).toMatchObject({ minutesADay: null });
    await visit(embedId, 30);
    expect((await startCall(world(), embedId, null)).maxDurationSeconds).toBe(30 * 60);
  });

  test("a limit that the owner has set stays when a form sends it, and is mailed too", async () => {
    const { owner, assistantId, embedId, limitMails } = await live();
    const { embedId: _, ...content } = newAssistant();
    const talk = { ...DEFAULT_CONVERSATION, minutesADay: 1 };
    await owner.mutation(api.assistants.updateAssistant, { assistantId, ...content, talk });
    await visit(embedId, 1);
    const [mail] = await limitMails();
    expect(mail?.subject).toBe("Today's limit of 1 minute has been reached");
  });
});
