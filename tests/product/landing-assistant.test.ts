/** The landing-page assistant: anybody may call it, and nobody owns it. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import {
  LANDING_RETENTION_DAYS,
  LANDING_EMBED_ID,
  LANDING_MAX_CALLS,
  LANDING_MAX_CALL_MINUTES,
  LANDING_MINUTES_A_DAY,
} from "../../convex/shared/landingAssistant";
import { MESSAGES, REFUSALS } from "../../convex/shared/messages";
import { anyAddress } from "../any-address.ts";
import { requestPageToken } from "../fixtures/page-token.ts";
import { SITE_URL } from "../contract/deployment.ts";
import { DAY_MS, onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { refusal } from "./refusal.ts";
import { newAssistant } from "./samples.ts";
import { advanceToNoon, endOfCallReport, sendReport, startCall } from "./talk.ts";
import type { StartedCall } from "./talk.ts";
import { createAssistant, openVoice } from "./voice-world.ts";
import type { VoiceWorld } from "./voice-world.ts";

const AS_IT_COMES = {
  LANDING_MINUTES_A_DAY: "",
  VOICE_CONCURRENCY: "",
  CONCURRENCY_PER_OWNER: "",
  CONCURRENCY_PER_NETWORK: "100",
};

onEachBillingBackend((world) => {
  let opened: { world: VoiceWorld; close(): Promise<void> } | undefined;
  const voice = () => must(opened, "voice world").world;
  let running: { call: StartedCall; startedAtMs: number }[] = [];
  beforeAll(async () => {
    opened = await openVoice(world());
    await voice().setVariables(AS_IT_COMES);
    await advanceToNoon(world());
  });
  afterEach(async () => {
    for (const one of running) await end(one, 1);
    running = [];
    await voice().setVariables(AS_IT_COMES);
    // Gives each test a full day's minutes.
    await advanceToNoon(world());
  });
  afterAll(() => opened?.close());

  const updateLandingAssistant = async () => {
    const isOn = await world().inside.mutation(internal.operator.updateLandingAssistant, {});
    await world().settle();
    return isOn;
  };
  const landingAssistants = async () =>
    (await world().rows("assistants")).filter(({ embedId }) => embedId === LANDING_EMBED_ID);
  const landingAssistant = async () =>
    must((await landingAssistants())[0], "the landing-page assistant");
  const shown = () =>
    world().visitor.query(api.assistants.getAssistantByEmbedId, { embedId: LANDING_EMBED_ID });
  const ofHouse = async <Row extends { ownerId?: unknown }>(rows: Row[]) => {
    const { ownerId } = await landingAssistant();
    return rows.filter((row) => row.ownerId === ownerId);
  };

  /** A visitor of the landing page agrees and requests a call. */
  async function ring(agreed = true): Promise<StartedCall> {
    const version = (await shown())?.notice?.version ?? "";
    const reserved = await world().inside.mutation(internal.calls.reservation.reserve, {
      ...{ embedId: LANDING_EMBED_ID, ownerId: null, address: anyAddress(), sites: [SITE_URL] },
      pageTokenId: crypto.randomUUID(),
      ...(agreed ? { agreed: { version, msAgo: 0 } } : {}),
    });
    if (reserved.kind === "refused") throw new Error(reserved.message);
    const platformCallId: string = crypto.randomUUID();
    const { callId, maxDurationSeconds } = reserved;
    await world().inside.mutation(internal.calls.start.confirm, { callId, platformCallId });
    const call = { callId, platformCallId, maxDurationSeconds };
    running.push({ call, startedAtMs: world().clock.now() });
    return call;
  }

  async function end(one: { call: StartedCall; startedAtMs: number }, seconds: number) {
    const { platformCallId } = one.call;
    const { startedAtMs } = one;
    await sendReport(world(), endOfCallReport(platformCallId, { startedAtMs, seconds }));
    await world().settle();
  }

  async function talk(seconds: number) {
    const call = await ring();
    const one = must(running.pop(), "call");
    await world().advance(seconds * 1000);
    await end(one, seconds);
    return call;
  }

  // T75: docs/security.md
  test("if it is turned off from the start, it is not created", async () => {
    await voice().setVariables({ LANDING_MINUTES_A_DAY: "0" });
    expect(await updateLandingAssistant()).toBe(false);
    expect(await landingAssistants()).toEqual([]);
    expect(await world().rows("users")).toEqual([]);
  });

  test("however often it is set up, there is one, and visitors find it", async () => {
    expect(await updateLandingAssistant()).toBe(true);
    const first = await landingAssistant();
    const before = await world().rows("assistantVersions");
    for (let again = 0; again < 3; again++) await updateLandingAssistant();
    expect(await landingAssistants()).toEqual([first]);
    expect(await world().rows("assistantVersions")).toEqual(before);
    expect(await shown()).toMatchObject({
      name: "Hark",
      hasVoice: true,
      notice: { language: "en" },
    });
    const { body } = await voice().atPlatform(`/assistant/${first.voiceAssistantId}`);
    expect(body).toMatchObject({ maxDurationSeconds: LANDING_MAX_CALL_MINUTES * 60 });
    expect(JSON.stringify(body.model)).toContain("349 dollars a month");
  });

  test("changes in the functions or their environment are sent to the voice platform", async () => {
    await updateLandingAssistant();
    await voice().setVariables({ LANDING_MINUTES_A_DAY: "12" });
    await updateLandingAssistant();
    expect((await landingAssistant()).talk).toMatchObject({ minutesADay: 12 });
    await voice().setVariables({ LANDING_MINUTES_A_DAY: "" });
    await updateLandingAssistant();
    expect((await landingAssistant()).talk).toMatchObject({ minutesADay: LANDING_MINUTES_A_DAY });
    expect(await landingAssistant()).toMatchObject({ voiceSync: { state: "done" } });
  });

  test("after a refusal by the voice platform, the next deploy tries again", async () => {
    await updateLandingAssistant();
    const { _id: assistantId } = await landingAssistant();
    const key = { kind: "voiceSync", key: assistantId } as const;
    await voice().setVariables({ VAPI_PRIVATE_KEY: "of-somebody-else" });
    await world().inside.mutation(internal.operator.resyncAssistants, {});
    await world().advance(4 * DAY_MS);
    expect(await landingAssistant()).toMatchObject({ voiceSync: { state: "failed" } });
    await voice().setVariables({ VAPI_PRIVATE_KEY: voice().platform.privateKey });
    await updateLandingAssistant();
    expect(await landingAssistant()).toMatchObject({ voiceSync: { state: "done" } });
    const left = (await world().rows("jobs")).filter((work) => work.key === key.key);
    expect(left).toEqual([]);
  });

  // T75: docs/security.md
  test("turning it off removes it from every lookup at once, and turning it on restores it", async () => {
    await updateLandingAssistant();
    const before = await landingAssistant();
    await voice().setVariables({ LANDING_MINUTES_A_DAY: "0" });
    expect(await shown()).toBeNull();
    const args = { embedId: LANDING_EMBED_ID, sites: [SITE_URL] };
    expect((await requestPageToken(world().siteUrl, args)).status).toBe(404);
    await expect(ring()).rejects.toThrow(MESSAGES.assistantNotServed);
    await voice().setVariables({ LANDING_MINUTES_A_DAY: "" });
    await updateLandingAssistant();
    expect(await shown()).toMatchObject({ name: "Hark" });
    expect(await landingAssistant()).toEqual(before);
  });

  test("an invalid number of minutes is reported", async () => {
    await voice().setVariables({ LANDING_MINUTES_A_DAY: "a few" });
    await expect(updateLandingAssistant()).rejects.toThrow('LANDING_MINUTES_A_DAY is "a few"');
  });

  // T74: docs/security.md
  test("nobody can have its embed ID, or read or change it as their own", async () => {
    await updateLandingAssistant();
    const { _id: assistantId } = await landingAssistant();
    const { owner } = await onTrial(world(), "PRO");
    const taken = { ...newAssistant(), embedId: LANDING_EMBED_ID };
    await expect(owner.mutation(api.assistants.createAssistant, taken)).rejects.toEqual(
      refusal("embed_id_rejected", REFUSALS.embedIdInvalid),
    );
    const { embedId: _, ...content } = newAssistant();
    const notTheirs = refusal("assistant_not_found", MESSAGES.assistantNotFound);
    for (const attempt of [
      () => owner.query(api.assistants.getAssistant, { assistantId }),
      () => owner.mutation(api.assistants.updateAssistant, { assistantId, ...content }),
      () => owner.mutation(api.assistants.deleteAssistant, { assistantId }),
      () => owner.mutation(api.assistants.togglePublishAssistant, { assistantId }),
    ]) {
      await expect(attempt()).rejects.toEqual(notTheirs);
    }
    const testing = startCall(world(), LANDING_EMBED_ID, owner.userId);
    await expect(testing).rejects.toThrow(MESSAGES.assistantNotServed);
    const listed = await owner.query(api.assistants.listAssistants, {});
    expect(listed.map(({ ownerId }) => ownerId)).toEqual([owner.userId]);
  });

  // T74: docs/security.md
  test("nobody can sign in as its owner", async () => {
    await updateLandingAssistant();
    const { ownerId } = await landingAssistant();
    const users = await world().rows("users");
    const { _id, _creationTime, ...known } = must(
      users.find((user) => user._id === ownerId),
      "owner",
    );
    expect(known).toEqual({ name: "Hark" });
    for (const table of ["authAccounts", "authSessions"] as const) {
      expect((await world().rows(table)).filter(({ userId }) => userId === ownerId)).toEqual([]);
    }
    expect(await ofHouse(await world().rows("apiKeys"))).toEqual([]);
  });

  // T75: docs/security.md
  test("nobody can call it without the notice, or from another site", async () => {
    await updateLandingAssistant();
    await expect(ring(false)).rejects.toThrow(REFUSALS.consentNeeded);
    const args = { embedId: LANDING_EMBED_ID, sites: ["https://elsewhere.example"] };
    expect((await requestPageToken(world().siteUrl, args)).status).toBe(403);
  });

  // T75: docs/security.md
  test("a call is short, and once the day's minutes are used the next call is possible the next day", async () => {
    await voice().setVariables({ LANDING_MINUTES_A_DAY: "6" });
    await updateLandingAssistant();
    const longest = LANDING_MAX_CALL_MINUTES * 60;
    expect((await talk(longest)).maxDurationSeconds).toBe(longest);
    expect((await talk(55)).maxDurationSeconds).toBe(60);
    await expect(ring()).rejects.toThrow(MESSAGES.assistantNotServed);
    await world().advance(DAY_MS);
    expect((await ring()).maxDurationSeconds).toBe(longest);
  });

  // T75: docs/security.md
  test("it has two slots, and takes none of the half that is reserved for owners", async () => {
    await updateLandingAssistant();
    for (let line = 1; line <= LANDING_MAX_CALLS; line++) await ring();
    await expect(ring()).rejects.toThrow(MESSAGES.linesBusy);
    const { owner } = await onTrial(world(), "PRO");
    const { assistantId, embedId } = await createAssistant(owner);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const visit = async () => {
      const call = await startCall(world(), embedId, null);
      running.push({ call, startedAtMs: world().clock.now() });
      return call;
    };
    for (let line = 1; line <= 4; line++) await visit();
    await expect(visit()).rejects.toThrow(MESSAGES.linesBusy);
    // Five of ten slots are taken once one of the landing page's calls has ended.
    await end(must(running.shift(), "call"), 1);
    await expect(ring()).rejects.toThrow(MESSAGES.linesBusy);
    await end(must(running.pop(), "call"), 1);
    await ring();
  });

  // T75: docs/security.md
  test("if there is only one slot, it is for owners", async () => {
    await voice().setVariables({ VOICE_CONCURRENCY: "1" });
    await updateLandingAssistant();
    await expect(ring()).rejects.toThrow(MESSAGES.linesBusy);
  });

  // T74: docs/security.md
  test("it is not mailed, not billed and in no owner's figures, however many months pass", async () => {
    await updateLandingAssistant();
    const { owner } = await onTrial(world(), "PRO");
    const { callId } = await talk(200);
    const called = (await world().rows("calls")).find(({ _id }) => _id === callId);
    expect(called).toMatchObject({ allowance: "landing", isUnrecorded: true, kind: "visitor" });
    expect(await owner.query(api.calls.callTotals, {})).toMatchObject({ calls: 0 });
    expect(await owner.action(api.calls.listCalls, {})).toEqual([]);
    const taken = await owner.query(api.account.exportAccount, {});
    expect(taken.text).not.toContain(LANDING_EMBED_ID);
    for (let month = 0; month < 3; month++) await world().advance(31 * DAY_MS);
    const { inside } = world();
    await inside.mutation(internal.billing.overage.ledger.chargeDueSteps, {});
    await inside.mutation(internal.billing.overage.ledger.settleEndedPeriods, {});
    await inside.action(internal.calls.weeklySummary.sendSummaries, {});
    await inside.mutation(internal.inbox.notifications.sendDigests, {});
    await inside.action(internal.billing.subscriptions.scheduledSync.syncDueCustomers, {});
    await world().settle();
    const periods = await ofHouse(await world().rows("usagePeriods"));
    expect(periods.map(({ isSettled, terms }) => ({ isSettled, terms }))).toEqual([
      { isSettled: true, terms: null },
    ]);
    for (const table of ["customers", "overageCharges", "mails", "webhookDeliveries"] as const) {
      expect(await ofHouse(await world().rows(table))).toEqual([]);
    }
    expect((await shown())?.name).toBe("Hark");
  });

  // T75: docs/security.md
  test("its transcripts are deleted after a week, and every clean-up and account deletion leaves the assistant itself", async () => {
    await updateLandingAssistant();
    const { owner } = await onTrial(world(), "PRO");
    const { callId } = await talk(30);
    await world().advance((LANDING_RETENTION_DAYS - 1) * DAY_MS);
    const { inside } = world();
    await inside.mutation(internal.calls.deletion.deleteDue, {});
    expect((await world().rows("callTexts")).some((text) => text.callId === callId)).toBe(true);
    await world().advance(DAY_MS);
    await inside.mutation(internal.calls.deletion.deleteDue, {});
    await world().settle();
    expect((await world().rows("callTexts")).some((text) => text.callId === callId)).toBe(false);
    expect((await world().rows("calls")).some(({ _id }) => _id === callId)).toBe(false);
    await owner.mutation(api.account.deleteAccount, {});
    await inside.mutation(internal.ownerData.orphans.deleteOrphans, {});
    await inside.mutation(internal.accounts.sessions.deleteExpiredSignIns, {});
    await inside.mutation(internal.operator.resyncAssistants, {});
    await world().settle();
    expect(await shown()).toMatchObject({ name: "Hark", hasVoice: true });
    expect((await talk(20)).maxDurationSeconds).toBe(LANDING_MAX_CALL_MINUTES * 60);
  });
});
