import { beforeAll, expect, test } from "vitest";
import { api } from "../../convex/_generated/api";
import {
  MESSAGES,
  testLimitReached,
  tooManyKnowledgeFiles,
  tooManyPublished,
} from "../../convex/shared/messages";
import {
  newOwner,
  onEachBillingBackend,
  onTrial,
  paying,
  subscribeAnew,
  useMinutes,
} from "./money/billing-world.ts";
import { refusal } from "./refusal.ts";
import { newAssistant } from "./samples.ts";
import {
  SILENT_PLATFORM,
  endOfCallReport,
  sendReport,
  startCall,
  talk,
  voicedAssistant,
} from "./talk.ts";
import { uploadFile } from "./upload.ts";

const { togglePublishAssistant, getAssistantByEmbedId, createVoiceAssistant } = api.assistants;
const { checkUsageLimits, getTestUsage, checkFreeTrialLimit, getCurrentMonthUsage } = api.usage;

onEachBillingBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  const isServed = async (embedId: string) =>
    (await world().visitor.query(getAssistantByEmbedId, { embedId })) !== null;

  test("publishing requires a subscription; unpublishing does not", async () => {
    const { owner, assistantId } = await newOwner(world());
    const toggle = () => owner.mutation(togglePublishAssistant, { assistantId });
    await expect(toggle()).rejects.toEqual(
      refusal("subscription_required", MESSAGES.subscriptionRequired),
    );
    await subscribeAnew(world(), owner, "STARTER");
    expect(await toggle()).toBe(true);
    await owner.action(api.subscriptions.cancelSubscription, {});
    await world().advance(8 * 86_400_000);
    expect(await toggle()).toBe(false);
    await expect(toggle()).rejects.toEqual(
      refusal("subscription_required", MESSAGES.subscriptionRequired),
    );
  });

  test("the error names the plan's limit of published assistants, and unpublishing one makes room", async () => {
    const { owner, assistantId } = await onTrial(world(), "STARTER");
    const second = await voicedAssistant(world(), owner, "Grace");
    const toggle = (id: typeof assistantId) =>
      owner.mutation(togglePublishAssistant, { assistantId: id });
    await toggle(assistantId);
    await expect(toggle(second.assistantId)).rejects.toEqual(
      refusal("plan_limit", tooManyPublished("Starter", 1, true)),
    );
    await toggle(assistantId);
    expect(await toggle(second.assistantId)).toBe(true);
  });

  test("visitors can call a published assistant while its owner is subscribed", async () => {
    const { owner } = await onTrial(world(), "STARTER", null);
    const { assistantId, embedId } = await voicedAssistant(world(), owner);
    expect(await isServed(embedId)).toBe(false);
    await owner.mutation(togglePublishAssistant, { assistantId });
    expect(await world().visitor.query(getAssistantByEmbedId, { embedId })).toEqual({
      embedId,
      name: "Ada",
      widgetColor: "#3b82f6",
      widgetIcon: "mic",
      widgetSize: "medium",
      hasVoice: true,
      greeting: "Hello, this is Ada. How can I help you?",
    });
    await startCall(world(), embedId, null);
    await world().advance(8 * 86_400_000);
    expect(await isServed(embedId)).toBe(false);
    await expect(startCall(world(), embedId, null)).rejects.toThrow(MESSAGES.assistantNotServed);
    await subscribeAnew(world(), owner, "STARTER");
    expect(await isServed(embedId)).toBe(true);
  });

  // T23, T80: docs/security.md
  test("a trial stops at its included minutes", async () => {
    const subscriber = await onTrial(world(), "STARTER");
    const { owner } = subscriber;
    const { assistantId, embedId } = await voicedAssistant(world(), owner);
    await owner.mutation(togglePublishAssistant, { assistantId });
    await useMinutes(world(), subscriber, 245);
    const last = await startCall(world(), embedId, null);
    expect(last.maxDurationSeconds).toBe(300);
    // The maximum duration of a call is set when it starts.
    await expect(startCall(world(), embedId, null)).rejects.toThrow(MESSAGES.linesBusy);
    await useMinutes(world(), subscriber, 5);
    expect(await isServed(embedId)).toBe(false);
    const { platformCallId } = last;
    const times = { startedAtMs: world().clock.now(), seconds: 0 };
    await sendReport(world(), endOfCallReport(platformCallId, times));
    // A visitor reads the same as from the lookup; the owner reads which minutes, and what to do.
    await expect(startCall(world(), embedId, null)).rejects.toThrow(MESSAGES.assistantNotServed);
    await expect(startCall(world(), embedId, owner.userId)).rejects.toThrow(
      "You've used 250 of your 250 trial minutes. To continue, start your plan",
    );
    expect(await owner.query(checkUsageLimits, {})).toMatchObject({
      usedMinutes: 250,
      overLimit: true,
      approachingLimit: false,
    });
  });

  test("a trial without a card has a hundred minutes, and the plan's minutes once a card is added", async () => {
    const subscriber = await onTrial(world(), "PRO", null);
    const { owner, customerId } = subscriber;
    const { assistantId, embedId } = await voicedAssistant(world(), owner);
    await owner.mutation(togglePublishAssistant, { assistantId });
    await useMinutes(world(), subscriber, 100);
    expect(await owner.query(checkUsageLimits, {})).toMatchObject({
      includedMinutes: 100,
      remainingMinutes: 0,
    });
    expect(await isServed(embedId)).toBe(false);
    await expect(startCall(world(), embedId, owner.userId)).rejects.toThrow(
      "You've used 100 of your 100 trial minutes.",
    );
    const card = await world().stripe.paymentMethods.attach("pm_card_visa", {
      customer: customerId,
    });
    await world().stripe.customers.update(customerId, {
      invoice_settings: { default_payment_method: card.id },
    });
    await world().settle();
    expect(await owner.query(checkUsageLimits, {})).toMatchObject({
      includedMinutes: 450,
      remainingMinutes: 350,
    });
    expect(await isServed(embedId)).toBe(true);
  });

  test("a paying owner's assistants are served beyond the included minutes", async () => {
    const subscriber = await paying(world(), "STARTER");
    const { owner } = subscriber;
    const { assistantId, embedId } = await voicedAssistant(world(), owner);
    await owner.mutation(togglePublishAssistant, { assistantId });
    await useMinutes(world(), subscriber, 270);
    expect(await isServed(embedId)).toBe(true);
    expect(await startCall(world(), embedId, null)).toMatchObject({ maxDurationSeconds: 1800 });
    expect(await owner.query(checkUsageLimits, {})).toEqual({
      hasSubscription: true,
      overLimit: true,
      approachingLimit: false,
      usagePercentage: 108,
      usedMinutes: 270,
      includedMinutes: 250,
      overageRate: 15,
      overageMinutes: 20,
      remainingMinutes: 0,
    });
  });

  test.each([
    [199, false],
    [200, true],
    [250, true],
    [251, false],
  ])("with %i of 250 minutes used, approaching the limit is %s", async (minutes, isApproaching) => {
    const subscriber = await paying(world(), "STARTER");
    await useMinutes(world(), subscriber, minutes);
    expect(await subscriber.owner.query(checkUsageLimits, {})).toMatchObject({
      approachingLimit: isApproaching,
      overLimit: minutes > 250,
    });
  });

  test("a subscriber's test calls count towards the plan, and never use up the free minutes", async () => {
    const { owner } = await paying(world(), "PRO");
    const assistant = await voicedAssistant(world(), owner);
    await talk(world(), owner, assistant, 15 * 60);
    expect(await owner.query(getTestUsage, {})).toMatchObject({
      canUse: true,
      totalMinutesUsed: 0,
    });
    expect(await owner.query(checkFreeTrialLimit, {})).toMatchObject({
      hasSubscription: true,
      limitExceeded: false,
    });
    expect(await owner.query(getCurrentMonthUsage, {})).toMatchObject({ totalMinutes: 15 });
  });

  test("calls under a plan use no free minutes, so all of them are left afterwards", async () => {
    const { owner, subscriptionId } = await paying(world(), "PRO");
    const assistant = await voicedAssistant(world(), owner);
    await talk(world(), owner, assistant, 12 * 60);
    await world().stripe.subscriptions.cancel(subscriptionId);
    await world().settle();
    const usage = await owner.query(getTestUsage, {});
    const trial = await owner.query(checkFreeTrialLimit, {});
    expect(usage).toEqual({ canUse: true, totalMinutesUsed: 0, remainingMinutes: 10 });
    expect(trial).toEqual({
      hasSubscription: false,
      limitExceeded: false,
      freeTrialLimit: 10,
      remainingMinutes: 10,
      totalMinutesUsed: 0,
    });
    const call = await talk(world(), owner, assistant, 90);
    expect(call.maxDurationSeconds).toBe(600);
    const after = await owner.query(checkFreeTrialLimit, {});
    expect(after).toMatchObject({ totalMinutesUsed: 1.5 });
  });

  test("used-up test minutes are reported first, whatever the free trial says", async () => {
    const owner = await world().signUp();
    const assistant = await voicedAssistant(world(), owner);
    await talk(world(), owner, assistant, 10 * 60);
    const usage = await owner.query(getTestUsage, {});
    const trial = await owner.query(checkFreeTrialLimit, {});
    expect([usage.canUse, trial.limitExceeded]).toEqual([false, true]);
    const words = testLimitReached(10);
    await expect(startCall(world(), assistant.embedId, owner.userId)).rejects.toThrow(words);
  });

  test("free minutes in use while a subscription starts stay free", async () => {
    const { owner } = await newOwner(world());
    const assistant = await voicedAssistant(world(), owner);
    const call = await startCall(world(), assistant.embedId, owner.userId);
    expect(call.maxDurationSeconds).toBe(600);
    await subscribeAnew(world(), owner, "PRO");
    await talk(world(), owner, assistant, 60);
    expect(await owner.query(getCurrentMonthUsage, {})).toMatchObject({ totalMinutes: 1 });
  });

  test("the error names the plan's limit of knowledge files", async () => {
    const { owner } = await onTrial(world(), "STARTER");
    const attach = async (assistant = newAssistant()) => {
      const knowledgeFileId = await uploadFile(owner, "We open at eight.");
      const file = { knowledgeFileId, knowledgeFileName: "hours.txt" };
      const { embedId, widgetColor, widgetIcon, widgetSize, ...spoken } = assistant;
      // The platform does not answer, but by then the file is known to belong to the owner.
      await expect(owner.action(createVoiceAssistant, { ...spoken, ...file })).rejects.toEqual(
        refusal("voice_platform_failed", MESSAGES.voicePlatformFailed),
      );
      return await owner.mutation(api.assistants.createAssistant, { ...assistant, ...file });
    };
    await attach();
    await expect(attach()).rejects.toEqual(
      refusal("plan_limit", tooManyKnowledgeFiles("Starter", 1, true)),
    );
  });
});
