/** What operators see of a deployment, and that nobody else sees it. */
import { beforeEach, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Caller } from "../caller.ts";
import { withMail } from "./mail-world.ts";
import { SILENT_PLATFORM, startCall, voicedAssistant } from "./talk.ts";
import type { Owner } from "./world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ONE_PAGE = { paginationOpts: { cursor: null, numItems: 5 } };

const READS = [
  (caller: Caller) => caller.query(api.operatorPage.attention, {}),
  (caller: Caller) => caller.query(api.operatorPage.queue, {}),
  (caller: Caller) => caller.query(api.operatorPage.lines, {}),
  (caller: Caller) => caller.query(api.operatorPage.checks, {}),
  (caller: Caller) => caller.query(api.operatorPage.pageSpend, ONE_PAGE),
];

withMail((world) => {
  beforeEach(() =>
    world().setVariables({
      ...SILENT_PLATFORM,
      ...{ STRIPE_SECRET_KEY: "sk_test_sim_unused", OPERATOR_EMAILS: "" },
    }),
  );

  async function confirmed(email: string): Promise<Owner> {
    const owner = await world().signUp(email);
    await world().inside.mutation(internal.operator.confirmAddress, { email });
    return owner;
  }

  async function operator(): Promise<Owner> {
    const email = `ops-${crypto.randomUUID()}@hark.example`;
    await world().setVariables({ OPERATOR_EMAILS: email });
    return await confirmed(email);
  }

  /** Whether all parts of the page are shown, or the one code with which all are refused. */
  async function seenBy(caller: Caller): Promise<string> {
    const seen = await Promise.all(
      READS.map(async (read) => {
        try {
          await read(caller);
          return "shown";
        } catch (error) {
          return (error as { data?: { code?: string } }).data?.code ?? String(error);
        }
      }),
    );
    const user = await caller.query(api.auth.loggedInUser, {});
    const [one = "", ...others] = new Set(seen);
    expect(others).toEqual([]);
    expect(user?.isOperator ?? false).toBe(one === "shown");
    return one;
  }

  // T134: docs/security.md
  test("only an owner with a confirmed address that the setting names sees the page", async () => {
    const named = await world().signUp("ada@hark.example");
    const other = await confirmed("grace@bakery.example");
    expect(await seenBy(named)).toBe("not_operator");
    await world().setVariables({ OPERATOR_EMAILS: " joan@hark.example, Ada@Hark.example " });
    expect(await seenBy(named)).toBe("not_operator");
    await world().inside.mutation(internal.operator.confirmAddress, { email: named.email });
    expect(await seenBy(named)).toBe("shown");
    expect(await seenBy(other)).toBe("not_operator");
    expect(await seenBy(world().visitor)).toBe("not_signed_in");
    await world().setVariables({ OPERATOR_EMAILS: "" });
    expect(await seenBy(named)).toBe("not_operator");
  });

  // T134: docs/security.md
  test("an operator who signs out or changes the address sees nothing more", async () => {
    const own = await operator();
    expect(await seenBy(own)).toBe("shown");
    const to = `moved-${own.email}`;
    await world().inside.mutation(internal.operator.changeAddress, { from: own.email, to });
    expect(await seenBy(own)).toBe("not_operator");
    const again = await operator();
    await again.action(api.auth.signOut, {});
    expect(await seenBy(again)).toBe("not_signed_in");
  });

  // T134: docs/security.md
  test("where no mail is sent, nobody becomes an operator by signing up with the address", async () => {
    const named = await world().signUp("linus@hark.example");
    await world().setVariables({ RESEND_API_KEY: "", OPERATOR_EMAILS: named.email });
    expect(await seenBy(named)).toBe("not_operator");
    await world().setVariables({ RESEND_API_KEY: world().standIn.apiKey });
  });

  // T134: docs/security.md
  test("a part of an operator's address, or the address with a tag, is another address", async () => {
    await world().setVariables({ OPERATOR_EMAILS: "mary@hark.example" });
    for (const email of ["mary+1@hark.example", "ry@hark.example", "mary@hark.exampl"]) {
      expect(await seenBy(await confirmed(email))).toBe("not_operator");
    }
  });

  test("the list names failed jobs, unpaid and disputed owners, webhooks that are off and bounced mail", async () => {
    const own = await operator();
    const atMs = world().clock.now();
    const [late, disputed, cut] = [
      await confirmedOwner(),
      await confirmedOwner(),
      await confirmedOwner(),
    ];
    await world().insert("customers", [
      customerOf(late, { stripeStatus: "past_due", status: "other" }),
      { ...customerOf(disputed), disputes: [{ disputeId: "dp_1", atMs }] },
      customerOf(cut),
    ]);
    await world().insert("webhookEndpoints", [
      { ...endpointOf(cut), isOn: false, off: { why: "gone", atMs } },
      endpointOf(late),
    ]);
    await world().insert("jobs", [deadJob("callReport", atMs), deadJob("callReport", atMs - 1)]);
    const bounced = await world().signUp(`bounced-${crypto.randomUUID()}@bakery.example`);
    await world().happens(await world().newestTo(bounced.email), "email.bounced");
    await world().webhooksSettled();
    const { items, isMore } = await own.query(api.operatorPage.attention, {});
    expect(isMore).toBe(false);
    const { stripeCustomerId } = customerOf(disputed);
    expect(items).toEqual([
      expect.objectContaining({ kind: "jobsFailed", jobKind: "callReport", count: 2, atMs }),
      { kind: "disputed", email: disputed.email, stripeCustomerId },
      { kind: "planUnpaid", email: late.email, state: "past_due" },
      { kind: "webhookOff", email: cut.email, messenger: null, why: "gone", atMs },
      { kind: "mailStopped", email: bounced.email, reason: "bounced" },
    ]);
    // Mended, they are no longer listed.
    await world().inside.mutation(internal.operator.confirmAddress, { email: bounced.email });
    const later = await own.query(api.operatorPage.attention, {});
    expect(later.items.map(({ kind }) => kind)).not.toContain("mailStopped");
  });

  test("the queue counts jobs by kind, and its errors leave out what a vendor answered", async () => {
    const own = await operator();
    await removeJobs();
    const nowMs = world().clock.now();
    const error =
      'Error: The voice platform failed to read the call (500): {"transcript":"Hi, Ada"}';
    await world().insert("jobs", [
      { ...waitingJob("websiteReading", nowMs + DAY_MS), attempts: 2, lastError: error },
      waitingJob("websiteReading", nowMs + 2 * DAY_MS),
      deadJob("callReport", nowMs),
    ]);
    const { kinds, errors } = await own.query(api.operatorPage.queue, {});
    const none = { count: 0, isMore: false };
    expect(kinds).toEqual([
      {
        ...{ kind: "callReport", waiting: none, running: none, dueSinceMs: null },
        failed: { count: 1, isMore: false },
      },
      {
        ...{ kind: "websiteReading", running: none, failed: none, dueSinceMs: nowMs + DAY_MS },
        waiting: { count: 2, isMore: false },
      },
    ]);
    expect(errors).toMatchObject([
      { kind: "callReport", givenUpAtMs: nowMs, nextAtMs: null, error: "Gone" },
      {
        ...{ kind: "websiteReading", attempts: 2, nextAtMs: nowMs + DAY_MS, givenUpAtMs: null },
        error: "The voice platform failed to read the call (500)",
      },
    ]);
  });

  test("each owner's minutes, what they cost and what the owner pays are the period's", async () => {
    const own = await operator();
    const owner = await confirmedOwner();
    await world().insert("customers", [customerOf(owner)]);
    await world().insert("usagePeriods", [periodOf(owner, { seconds: 0, calls: 0 })]);
    const { assistantId } = await voicedAssistant(world(), owner);
    const samples = {
      assistantId,
      count: 3,
      hours: 1,
      untilMs: world().clock.now(),
      isSilent: true,
    };
    await world().inside.mutation(internal.operator.addSampleCalls, samples);
    await world().settle();
    const { page } = await own.query(api.operatorPage.pageSpend, ONE_PAGE);
    // Calls of 20, 57 and 94 seconds at 0.15 cents a second.
    const costMicros = 171 * 1_500;
    expect(page.find(({ email }) => email === owner.email)).toMatchObject({
      ...{ planName: "Starter", state: "active", isDisputed: false, costMicros },
      period: { minutes: 2.9, calls: 3, costMicros, paysCents: 2_900 },
    });
    expect(page.map((row) => row.costMicros)).toEqual(
      page.map((row) => row.costMicros).toSorted((one, other) => other - one),
    );
  });

  test("a period whose first calls were counted before costs were has no cost", async () => {
    const own = await operator();
    const owner = await confirmedOwner();
    await world().insert("customers", [customerOf(owner)]);
    await world().insert("usagePeriods", [periodOf(owner, { seconds: 60, calls: 1 })]);
    const { assistantId } = await voicedAssistant(world(), owner);
    const samples = {
      assistantId,
      count: 1,
      hours: 1,
      untilMs: world().clock.now(),
      isSilent: true,
    };
    await world().inside.mutation(internal.operator.addSampleCalls, samples);
    await world().settle();
    const { page } = await own.query(api.operatorPage.pageSpend, ONE_PAGE);
    expect(page.find(({ email }) => email === owner.email)).toMatchObject({
      costMicros: 20 * 1_500,
      period: { calls: 2, costMicros: null },
    });
  });

  test("a call that goes on occupies one of the lines", async () => {
    const own = await operator();
    await world().setVariables({ VOICE_CONCURRENCY: "7" });
    const owner = await confirmedOwner();
    const before = await own.query(api.operatorPage.lines, {});
    expect(before).toMatchObject({ lines: 7, isMore: false });
    const { embedId } = await voicedAssistant(world(), owner);
    await startCall(world(), embedId, owner.userId);
    const after = await own.query(api.operatorPage.lines, {});
    expect(after).toMatchObject({ inUse: before.inUse + 1, testing: before.testing + 1 });
    await world().setVariables({ VOICE_CONCURRENCY: "" });
  });

  test("the checks name what is missing and nothing of the variables' values", async () => {
    const own = await operator();
    await world().setVariables({ STRIPE_SECRET_KEY: "", VAPI_PUBLIC_KEY: "public-of-these-tests" });
    const checks = await own.query(api.operatorPage.checks, {});
    expect(checks.missingVariables).toContain("STRIPE_SECRET_KEY");
    expect(checks.missingVariables).not.toContain("TRIAL_KEYS");
    expect(checks.hasPublicKey).toBe(true);
    expect(JSON.stringify(checks)).not.toContain("of-these-tests");
  });

  async function confirmedOwner(): Promise<Owner> {
    return await confirmed(`owner-${crypto.randomUUID()}@bakery.example`);
  }

  async function removeJobs(): Promise<void> {
    await world().settle();
    for (const { _id } of await world().rows("jobs")) await world().remove("jobs", _id);
  }

  type Subscription = { status: "active" | "other"; stripeStatus: string };

  function customerOf(owner: Owner, changes: Partial<Subscription> = {}) {
    const nowMs = world().clock.now();
    return {
      ...{ ownerId: owner.userId, stripeCustomerId: `cus_${owner.userId}` },
      ...{ syncsBegun: 1, lastAppliedSync: 1, trialUsedAtMs: null, wantedPlanType: null },
      ...{ syncedAtMs: nowMs, nextSyncAtMs: nowMs + 20 * DAY_MS },
      subscription: {
        ...{ stripeSubscriptionId: `sub_${owner.userId}`, planType: "STARTER" as const },
        ...{ status: "active" as const, stripeStatus: "active", priceCents: 2_900 },
        ...{ cancelAtPeriodEnd: false, endedAtMs: null, pendingPlanType: null },
        ...{ paymentMethod: null, currentPeriodStartMs: nowMs - 5 * DAY_MS },
        currentPeriodEndMs: nowMs + 20 * DAY_MS,
        ...changes,
      },
    };
  }

  function periodOf(owner: Owner, used: { seconds: number; calls: number }) {
    const { subscription } = customerOf(owner);
    const { currentPeriodEndMs: endMs, stripeSubscriptionId, planType } = subscription;
    return {
      ...{ ownerId: owner.userId, startMs: subscription.currentPeriodStartMs, endMs, ...used },
      ...{ billedToMinute: 0, isSettled: false },
      terms: { stripeSubscriptionId, planType, isTrial: false },
    };
  }

  function endpointOf(owner: Owner) {
    return {
      ...{ ownerId: owner.userId, url: "https://bakery.example/hook", events: [], isOn: true },
      ...{ off: null, secretNumber: 1, rotatedAtMs: null, failingSinceMs: null, isSlow: false },
      pausedUntilMs: null,
    };
  }

  function waitingJob(kind: "websiteReading" | "callReport", dueAtMs: number | null) {
    return {
      ...{
        kind,
        key: crypto.randomUUID(),
        version: 1,
        enqueuedAtMs: world().clock.now() - HOUR_MS,
      },
      ...{ attempts: 0, lastError: null, dueAtMs, leaseId: null, leaseUntilMs: null },
      deadAtMs: null,
    };
  }

  function deadJob(kind: "callReport", deadAtMs: number) {
    return { ...waitingJob(kind, null), attempts: 10, lastError: "Error: Gone", deadAtMs };
  }
});
