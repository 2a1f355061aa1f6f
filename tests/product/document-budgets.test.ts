/**
 * How many documents each public function reads and writes, on an account with ten calls, a thousand, and many more;
 * and what the jobs cost with few and with many owners. Only the local backend reports this; both backends run the same
 * functions.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { internal } from "../../convex/_generated/api";
import { sized } from "../soak.ts";
import { callApi, newKey } from "./api-client.ts";
import { alsoOf, ARGUMENTS, connectionsOf } from "./arguments.ts";
import type { Belongings, PublicName } from "./arguments.ts";
import { openLocal } from "./local-world.ts";
import type { Documents, LocalWorld } from "./local-world.ts";
import { onTrial, openBilling } from "./money/billing-world.ts";
import type { BillingWorld } from "./money/billing-world.ts";
import { callFunction, publicFunctions } from "./public-functions.ts";
import { SILENT_PLATFORM, talk, voicedAssistant } from "./talk.ts";
import type { Owner } from "./world.ts";

const HOUR_MS = 3_600_000;

let local: LocalWorld;
let world: BillingWorld;
let billing: Awaited<ReturnType<typeof openBilling>>;
beforeAll(async () => {
  local = await openLocal();
  billing = await openBilling(local);
  world = billing.world;
  await world.setVariables(SILENT_PLATFORM);
});
afterAll(async () => {
  await billing.close();
  await local.close();
});

/** All within the same hours, because charts are read by the hour; and before the trial, because of its minutes. */
const HOURS = 5;
const untilMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 1;
const chart = { assistantId: null, fromMs: untilMs + 1 - HOURS * HOUR_MS, toMs: untilMs + 1 };
const AT_ONCE = 1_000;
const MANY_CALLS = sized({ usual: 5_000, soak: 100_000 });
const MOST_WITH_WORDS = 2_000;

async function ownerWithCalls(calls: number): Promise<{ owner: Owner; own: Belongings }> {
  const { owner } = await onTrial(world, "PRO");
  await world.inside.mutation(internal.operator.confirmAddress, { email: owner.email });
  await world.setVariables({ OPERATOR_EMAILS: owner.email });
  const assistant = await voicedAssistant(world, owner);
  const call = await talk(world, owner, assistant, 20);
  const { assistantId } = assistant;
  for (let made = 1; made < calls; made += AT_ONCE) {
    const count = Math.min(calls - made, AT_ONCE);
    // Storing the texts of a call takes most of its time, and no search reads more than these.
    const isSilent = made > MOST_WITH_WORDS;
    const batch = { assistantId, count, hours: HOURS, untilMs, isSilent };
    await world.inside.mutation(internal.operator.addSampleCalls, batch);
  }
  const connections = await connectionsOf(world, owner);
  const own = { assistant, call, ...(await alsoOf(world, owner, assistant)), connections };
  return { owner, own };
}

type OfCalls = (typeof OF_CALLS)[number];
/** The functions that a visitor's call runs. */
const OF_CALLS = [
  "calls/reservation:reserve",
  "calls/start:confirm",
  "calls/changes:recordReport",
] as const;

type OfApi = (typeof OF_API)[number];
/** The requests of an owner's program, each with its authentication. */
const OF_API = [
  "publicApi/read:assistants",
  "publicApi/read:assistant",
  "publicApi/read:calls",
  "publicApi/read:call",
  "publicApi/read:outcomes",
  "publicApi/read:outcome",
] as const;

function pathOf(name: OfApi, own: Belongings, outcome: string): string {
  const paths: Record<OfApi, string> = {
    "publicApi/read:assistants": "/assistants?limit=100",
    "publicApi/read:assistant": `/assistants/${own.assistant.assistantId}`,
    "publicApi/read:calls": `/calls?limit=100&assistant=${own.assistant.assistantId}`,
    "publicApi/read:call": `/calls/${own.call.callId}`,
    "publicApi/read:outcomes": "/outcomes?limit=100",
    "publicApi/read:outcome": `/outcomes/${outcome}`,
  };
  return paths[name];
}

async function outcomeId({ call }: Belongings, key: string): Promise<string> {
  const { body } = await callApi(world, `/calls/${call.callId}`, key);
  return must((body as { outcomeId: string | null }).outcomeId, "outcome");
}

async function costs({ owner, own }: { owner: Owner; own: Belongings }) {
  const functions = new Map((await publicFunctions()).map((found) => [found.name, found]));
  const measured: Costs = {};
  for (const name of OF_CALLS) {
    measured[name] = await local.documentsOf(name, () => talk(world, owner, own.assistant, 20));
  }
  const key = await newKey(owner);
  for (const name of OF_API) {
    const path = pathOf(name, own, await outcomeId(own, key));
    measured[name] = await local.documentsOf(name, async () => {
      expect((await callApi(world, path, key)).status).toBe(200);
    });
  }
  for (const [name, args] of Object.entries(ARGUMENTS)) {
    const called = must(functions.get(name), name);
    measured[name] = await local.documentsOf(name, async () => {
      const sent = name === "calls:callHours" ? chart : args(own);
      await callFunction(owner, called, sent).catch(refused);
    });
  }
  return measured;
}

/** A refusal costs documents too; any other error fails the test. */
function refused(error: unknown): void {
  if ((error as { data?: { code?: string } }).data?.code === undefined) throw error;
}

/**
 * Reads and writes. Each call of an owner's reads their session and user; an action does so by a query of its own. The
 * actions of `subscriptions` ask Stripe and store the result, in three transactions. A query of an action costs nothing
 * if its result is cached, which depends on concurrent writes, so the budgets assume that nothing is cached.
 */
const BUDGETS: Record<PublicName | OfCalls | OfApi, [read: number, written: number]> = {
  // Each with the newest four periods, in which something may be owed; and the free minutes are remembered.
  "account:deleteAccount": [16, 6],
  // Without mail; tests/product/mail.test.ts covers mail.
  "account:requestPasswordReset": [0, 0],
  "account:confirmAddress": [0, 0],
  "account:sendConfirmation": [2, 2],
  "account:getMailChoices": [2, 0],
  "account:chooseMail": [4, 2],
  "account:unsubscribe": [0, 0],
  "account:getAmountOwed": [7, 0],
  "account:settle": [29, 6],
  "account:changePassword": [4, 1],
  "account:getSignInMethods": [4, 0],
  "auth:listOauthProviders": [0, 0],
  "account:changeAddress": [4, 1],
  "account:confirmNewAddress": [3, 0],
  "account:endOtherSessions": [5, 2],
  "account:endSession": [5, 2],
  // With a thousand records of deleted calls, at the most.
  "account:exportAccount": [26 + 1_000, 0],
  // A page of five calls, each with its text, its outcome and its assistant.
  "account:exportCalls": [23, 0],
  // A page of twenty-five.
  "account:exportVersions": [28, 0],
  // A page of two hundred.
  "account:exportAnswers": [5, 0],
  "account:exportActionRuns": [5, 0],
  "account:exportPages": [5, 0],
  "account:listSessions": [5, 0],
  // There may already be ten keys.
  "apiKeys:createKey": [16, 2],
  "apiKeys:listKeys": [12, 0],
  "apiKeys:revokeKey": [4, 1],
  // With authentication: the network, the key, its owner, and the record that it was used in this hour.
  "publicApi/read:assistant": [8, 3],
  "publicApi/read:assistants": [11, 3],
  "publicApi/read:call": [11, 3],
  // A page of a hundred.
  "publicApi/read:calls": [8 + 100 + 1, 3],
  "publicApi/read:outcome": [9, 3],
  "publicApi/read:outcomes": [8, 3],
  "rehearsals:list": [5, 0],
  "rehearsals:nightly": [3, 0],
  "rehearsals:add": [6, 2],
  "rehearsals:change": [6, 2],
  "rehearsals:addFromCall": [12, 2],
  "rehearsals:propose": [4, 0],
  "rehearsals:suggest": [4, 1],
  "rehearsals:publishIfPassed": [5, 0],
  "rehearsals:run": [9, 5],
  "rehearsals:remove": [8, 3],
  "drafts:getDraft": [4, 0],
  // Nothing waits, so nothing changes. Publishing then costs what saving does, and the draft.
  "drafts:publishDraft": [5, 2],
  "drafts:discardDraft": [5, 2],
  "drafts:setReview": [6, 2],
  "versions:getVersion": [3, 0],
  "versions:pageVersions": [3 + 6, 0],
  "versions:restoreVersion": [14, 6],
  // For the first call of a session: with the known places, and a mail.
  "account:noteSeen": [30, 6],
  "assistants:createAssistant": [6, 3],
  "assistants:createVoiceAssistant": [5, 3],
  // With its versions.
  "assistants:deleteAssistant": [8 + 50, 4 + 50],
  "assistants:generateUploadUrl": [4, 2],
  "assistants:getAssistant": [3, 0],
  "assistants:getAssistantByEmbedId": [3, 0],
  "assistants:getAssistantByEmbedIdForTesting": [3, 0],
  "assistants:getAssistantForMessage": [3, 0],
  "assistants:listAssistants": [5, 0],
  // The limit is not reached, so nothing changes.
  "assistants:allowMoreToday": [6, 2],
  // With a version of the present state.
  "assistants:removeDailyLimit": [10, 6],
  "assistants:retryVoiceSync": [8, 3],
  "signedCalls:turnOn": [8, 4],
  "signedCalls:makeNewSecret": [6, 3],
  "signedCalls:turnOff": [8, 4],
  // With a version of the present state, for which the oldest may be deleted.
  "assistants:updateAssistant": [10, 6],
  // With the event for the one endpoint that each owner here has.
  "assistants:togglePublishAssistant": [10, 4],
  // Each change of a source starts a sync, and counts as a write of the assistant.
  "actions:list": [5, 0],
  "actions:save": [10, 4],
  "actions:addCalendar": [8, 2],
  "actions:remove": [10, 5],
  "actions:setEnabled": [10, 4],
  // With the test that is recorded, and those before it.
  "actions:test": [12, 3],
  "actions:runs": [6, 0],
  "knowledge:listAnswers": [5, 0],
  "knowledge:saveAnswer": [10, 4],
  "knowledge:removeAnswer": [10, 4],
  "knowledge:listDismissed": [5, 0],
  // With the earlier ones of the assistant, five hundred at most.
  "knowledge:dismissQuestion": [8, 2],
  "knowledge:restoreQuestion": [6, 2],
  "knowledge:listFiles": [6, 0],
  "knowledge:addFile": [20, 8],
  "knowledge:removeFile": [10, 6],
  "knowledge:listNotes": [5, 0],
  "knowledge:addNote": [6, 2],
  "knowledge:removeNote": [6, 2],
  // A page each for the website that is named.
  "websites:listWebsites": [6, 0],
  "websites:addWebsite": [10, 4],
  "websites:draftFromWebsite": [4, 1],
  "websites:choosePages": [6, 2],
  "websites:findPages": [6, 3],
  "websites:keepPageChanges": [8, 2],
  "websites:getPageChange": [6, 0],
  "websites:refusePageChange": [12, 5],
  // With the job that still reads it.
  "websites:removeWebsite": [13, 6],
  "auth:isAuthenticated": [2, 0],
  "auth:loggedInUser": [2, 0],
  "auth:signIn": [6, 3],
  "auth:signOut": [4, 2],
  "calls/start:confirm": [2, 1],
  // With the customer, about whom Stripe is asked within the hour.
  "calls/changes:recordReport": [24, 11],
  // It reads the note that holds and two actions, and writes the counters of the network and the button.
  "calls/reservation:reserve": [13, 5],
  // One for each requested hour with calls.
  "calls:callHours": [2 + HOURS, 0],
  "calls:callTotals": [3, 0],
  // The oldest and the newest of an assistant's calls.
  "calls:firstCalls": [3 + 2 * 20, 0],
  // Five hundred at most, and one that shows that there are more.
  "outcomes:outcomesBetween": [2 + 501, 0],
  // A page of five, as many search results, and up to a hundred unread entries.
  "outcomes:pageOutcomes": [8, 0],
  "outcomes:searchOutcomes": [53, 0],
  "outcomes:unreadOutcomes": [102, 0],
  "outcomes:updateOutcome": [4, 2],
  // With the session, for which the link to the recording is created.
  "calls:getCallDetails": [7, 0],
  // With its text, what was to be asked about it, and the record of its deletion.
  "calls:deleteCall": [10, 7],
  "calls:deleteCalls": [40, 30],
  "calls:listCalls": [204, 0],
  // A page of five.
  "calls:pageCalls": [8, 0],
  // What an open dashboard reads when a call changes: eight calls and their assistant.
  "calls:recentCalls": [11, 0],
  // A hundred are shown, each with its text.
  "calls:searchCalls": [204, 0],
  "contact:getContactDetails": [0, 0],
  // Five at most, each with whether its address is blocked.
  "outcomeMails:listRecipients": [12, 0],
  "outcomeMails:addRecipient": [4, 1],
  "outcomeMails:changeRecipient": [6, 3],
  "outcomeMails:resendRecipientConfirmation": [5, 1],
  "outcomeMails:confirmRecipient": [0, 0],
  "outcomeMails:removeRecipient": [5, 2],
  // With each one's assistant.
  "ownerQuestions:open": [6, 0],
  "ownerQuestions:answer": [9, 4],
  // The key is made up.
  "ownerQuestions:showLinked": [0, 0],
  "ownerQuestions:answerLinked": [2, 1],
  "receipts:show": [0, 0],
  "receipts:withdraw": [2, 1],
  "receipts:deleteConversation": [2, 1],
  "messengers:listMessengers": [8, 0],
  "messengers:addMessenger": [9, 2],
  // With the messages that wait, which a new chat gets at once.
  "messengers:changeMessenger": [12, 6],
  "webhooks:listEndpoints": [8, 0],
  "webhooks:addEndpoint": [9, 2],
  "webhooks:changeEndpoint": [8, 4],
  "webhooks:rotateSecret": [6, 2],
  // A page of five.
  "webhooks:pageDeliveries": [8, 0],
  "webhooks:sendTest": [14, 8],
  "webhooks:resend": [12, 7],
  "webhooks:removeEndpoint": [10, 5],
  // The owners here are operators. Some jobs fail, because no vendor answers.
  "operatorPage:attention": [60, 0],
  "operatorPage:queue": [90, 0],
  "operatorPage:lines": [6, 0],
  // With the newest fifty calls.
  "operatorPage:checks": [2 + 50 + 40, 0],
  // A page of five owners, each with the customer and the period.
  "operatorPage:pageSpend": [2 + 5 * 8, 0],
  "overageBilling:triggerOverageCheck": [6, 1],
  "subscriptions:cancelSubscription": [32, 7],
  "subscriptions:createCustomerPortalSession": [21, 5],
  "subscriptions:getPaymentsToConfirm": [3, 0],
  "subscriptions:getSpendingLimit": [4, 0],
  "subscriptions:getSubscriptionState": [4, 0],
  "subscriptions:getSubscriptionPlans": [3, 0],
  "subscriptions:getUserSubscription": [3, 0],
  "subscriptions:reactivateSubscription": [32, 7],
  "subscriptions:refreshSubscription": [20, 5],
  "subscriptions:setSpendingLimit": [4, 2],
  "subscriptions:startPlan": [34, 9],
  "subscriptions:subscribe": [33, 7],
  "subscriptions:undoPlanChange": [32, 7],
  "usage:checkFreeTrialLimit": [5, 0],
  "usage:checkUsageLimits": [4, 0],
  "usage:getCurrentMonthUsage": [5, 0],
  "usage:getTestUsage": [5, 0],
};

type Costs = Record<string, Documents>;

/** The functions that exceed their limits, each with its cost and its limit. */
function beyond(measured: Costs, most: (name: string) => Documents): Record<string, string> {
  const entries = Object.entries(measured).flatMap(([name, { read, written }]) => {
    const limit = most(name);
    if (read <= limit.read && written <= limit.written) return [];
    return [[name, `${read} read of ${limit.read}, ${written} written of ${limit.written}`]];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

function budgetOf(name: string): Documents {
  const [read, written] = BUDGETS[name as keyof typeof BUDGETS];
  return { read, written };
}

const ACTIVE_OWNERS = sized({ usual: 20, soak: 100 });
const NIGHTLY_HOUR = 2;
const QUIET_OWNERS = sized({ usual: 2_000, soak: 100_000 });
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Paying owners. For the active ones, everything that the jobs handle becomes due at the same time. */
async function addOwners(count: number, { isActive }: { isActive: boolean }): Promise<void> {
  const nowMs = world.clock.now();
  const mark = crypto.randomUUID();
  const index = Array.from({ length: count }, (_, owner) => owner);
  await local.insert(
    "users",
    index.map((owner) => ({ email: `${owner}@${mark}.example` })),
  );
  const added = (await world.rows("users")).filter(({ email }) => email?.includes(mark) === true);
  const ownerIds = added.map(({ _id }) => _id);
  expect(ownerIds).toHaveLength(count);
  const [startMs, endMs] = [nowMs - 31 * DAY_MS, nowMs + (isActive ? -3 * HOUR_MS : 5 * DAY_MS)];
  await local.insert(
    "authSessions",
    ownerIds.map((userId) => ({ userId, expirationTime: endMs })),
  );
  await local.insert(
    "ownerTotals",
    ownerIds.map((ownerId) => ({
      ownerId,
      calls: 1,
      endedCalls: 1,
      seconds: 60,
      costMicros: 1,
      freeSeconds: 0,
    })),
  );
  await local.insert(
    "customers",
    ownerIds.map((ownerId) => ({
      ownerId,
      stripeCustomerId: `cus_${ownerId}`,
      syncsBegun: 1,
      lastAppliedSync: 1,
      subscription: {
        stripeSubscriptionId: `sub_${ownerId}`,
        status: "active" as const,
        stripeStatus: "active",
        planType: "STARTER" as const,
        priceCents: 2900,
        cancelAtPeriodEnd: false,
        currentPeriodStartMs: startMs,
        currentPeriodEndMs: endMs,
        endedAtMs: null,
        pendingPlanType: null,
        paymentMethod: null,
      },
      trialUsedAtMs: startMs,
      wantedPlanType: null,
      syncedAtMs: nowMs,
      nextSyncAtMs: endMs,
    })),
  );
  await local.insert(
    "usagePeriods",
    ownerIds.map((ownerId) => ({
      ownerId,
      startMs,
      endMs,
      seconds: 60,
      calls: 1,
      terms: null,
      billedToMinute: 0,
      isSettled: false,
      ...(isActive ? { stepDueAtMs: endMs } : {}),
    })),
  );
}

/** The cost of all jobs, run by the backend. */
async function costOfHour(): Promise<Documents> {
  const hour = { read: 0, written: 0 };
  for (let minutes = 0; minutes < 60; minutes += 5) {
    const { read, written } = await local.documentsWithin(() => world.advance(5 * MINUTE_MS));
    hour.read += read;
    hour.written += written;
  }
  return hour;
}

/** The hour of the nightly check (convex/crons.ts), which otherwise takes part only at that time of day. */
async function untilTheNightlyHour(): Promise<void> {
  const sinceMs = (world.clock.now() - NIGHTLY_HOUR * HOUR_MS) % DAY_MS;
  await world.advance(DAY_MS - sinceMs);
}

// T45: docs/security.md
test("an hour of jobs costs as much as is due in it, however many owners there are", async () => {
  await untilTheNightlyHour();
  await addOwners(ACTIVE_OWNERS, { isActive: true });
  const few = await costOfHour();
  // The jobs have handled each owner, so there is something to compare: two writes of a sync, the period, and the session. If
  // the period is settled before its step is charged, no step is left. The minute of the start decides which comes first.
  expect(few.written).toBeGreaterThan(4 * ACTIVE_OWNERS);
  await untilTheNightlyHour();
  await addOwners(QUIET_OWNERS, { isActive: false });
  await addOwners(ACTIVE_OWNERS, { isActive: true });
  const many = await costOfHour();
  // One document for each inactive owner would be far above this.
  expect(many.read).toBeLessThan(few.read + QUIET_OWNERS / 10);
  expect(many.written).toBeLessThan(few.written + QUIET_OWNERS / 10);
});

const VARYING = [
  ...["account:exportAccount", "account:exportCalls", "assistants:deleteAssistant"],
  ...["websites:findPages", "websites:removeWebsite"],
  ...["operatorPage:attention", "operatorPage:queue", "operatorPage:lines"],
  ...["operatorPage:checks", "operatorPage:pageSpend"],
];

test("no function costs more than its budget, however many calls an account has", async () => {
  const few = await costs(await ownerWithCalls(10));
  expect(beyond(few, budgetOf)).toEqual({});
  const many = await costs(await ownerWithCalls(1_000));
  expect(beyond(many, budgetOf)).toEqual({});
  const { "calls:searchCalls": searched, ...others } = await costs(
    await ownerWithCalls(MANY_CALLS),
  );
  expect(beyond({ "calls:searchCalls": must(searched, "search") }, budgetOf)).toEqual({});
  // These vary within their budgets. Actions: some of their queries may be cached, and Stripe's events may already have
  // reported what they would write. Of the others: some of the newest calls have texts and some do not; records of deleted calls
  // are created meanwhile; the voice platform may or may not have the deleted assistant's latest changes; the pages of a
  // website may still be looked for or not; and the operator's page shows what all owners before have done.
  const actions = (await publicFunctions()).filter(({ type }) => type === "action");
  const varying = new Set([...VARYING, ...actions.map(({ name }) => name)]);
  const most = (name: string) => (varying.has(name) ? budgetOf(name) : must(many[name], name));
  expect(beyond(others, most)).toEqual({});

  // One additional document for each thousand calls would be noticed.
  const sloping = { read: must(many["calls:callTotals"], "totals").read + 4, written: 0 };
  expect(Object.keys(beyond({ "calls:callTotals": sloping }, most))).toEqual(["calls:callTotals"]);
});
