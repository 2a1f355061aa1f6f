/**
 * Who may call what: a row for every public function. A function without a row fails the first test,
 * so that nobody can add one without saying who it is for.
 */
import { beforeAll, expect, test } from "vitest";
import type { ErrorCode } from "../../convex/catalog/errors";
import { must } from "../../local/backend/must.ts";
import { newOwner, onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { callFunction, publicFunctions } from "./public-functions.ts";
import type { PublicFunction } from "./public-functions.ts";
import { newAssistant } from "./samples.ts";
import { SILENT_PLATFORM, talk, voicedAssistant } from "./talk.ts";
import type { Assistant, StartedCall } from "./talk.ts";
import type { Caller, Owner } from "./world.ts";

type Outcome = "ok" | ErrorCode;

interface Row {
  /** What a caller sends, who may be the one to whom these belong. */
  args: (own: Belongings) => Record<string, unknown>;
  visitor: Outcome;
  /** Another owner, who sends the ids of the first one. */
  stranger: Outcome;
  unsubscribed: Outcome;
  subscribed: Outcome;
}

interface Belongings {
  assistant: Assistant;
  call: StartedCall;
}

const none = () => ({});
const assistantId = ({ assistant }: Belongings) => ({ assistantId: assistant.assistantId });
const embedId = ({ assistant }: Belongings) => ({ embedId: assistant.embedId });
const content = () => {
  const { embedId: _, ...rest } = newAssistant();
  return rest;
};
const spoken = () => {
  const { widgetColor, widgetIcon, widgetSize, ...rest } = content();
  return rest;
};
const everyCall = () => ({
  assistantId: null,
  status: null,
  fromMs: null,
  toMs: null,
  paginationOpts: { cursor: null, numItems: 5 },
});

const forAll = { visitor: "ok", stranger: "ok", unsubscribed: "ok", subscribed: "ok" } as const;
/** Of whoever calls it, and so the same for every owner. */
const forOwners = { ...forAll, visitor: "not_signed_in" } as const;
const forTheOwner = { ...forOwners, stranger: "assistant_not_found" } as const;
const forSubscribers = {
  ...forOwners,
  stranger: "no_subscription",
  unsubscribed: "no_subscription",
} as const;

const MATRIX: Record<string, Row> = {
  "assistants:createAssistant": { args: newAssistant, ...forOwners },
  "assistants:createVoiceAssistant": {
    args: spoken,
    visitor: "not_signed_in",
    // The platform is silent in this test: who gets that far was let through.
    stranger: "voice_platform_failed",
    unsubscribed: "voice_platform_failed",
    subscribed: "voice_platform_failed",
  },
  "assistants:generateUploadUrl": { args: none, ...forOwners },
  "assistants:getAssistant": { args: assistantId, ...forTheOwner },
  "assistants:getAssistantByEmbedId": { args: embedId, ...forAll },
  "assistants:getAssistantByEmbedIdForTesting": { args: embedId, ...forOwners },
  "assistants:listAssistants": { args: none, ...forOwners },
  "assistants:retryVoiceSync": { args: assistantId, ...forTheOwner },
  "assistants:togglePublishAssistant": {
    args: assistantId,
    ...forTheOwner,
    unsubscribed: "subscription_required",
  },
  "assistants:updateAssistant": {
    args: (own) => ({ ...content(), ...assistantId(own) }),
    ...forTheOwner,
  },
  "auth:isAuthenticated": { args: none, ...forAll },
  "auth:loggedInUser": { args: none, ...forAll },
  "auth:signIn": {
    args: () => ({
      provider: "password",
      params: { flow: "signIn", email: "nobody@example.com", password: "guess" },
    }),
    visitor: "sign_in_failed",
    stranger: "sign_in_failed",
    unsubscribed: "sign_in_failed",
    subscribed: "sign_in_failed",
  },
  "calls:callHours": {
    args: () => ({ assistantId: null, fromMs: 0, toMs: 1 }),
    ...forOwners,
  },
  "calls:callTotals": { args: none, ...forOwners },
  "calls:getCallDetails": {
    args: ({ call }) => ({ callId: call.callId }),
    ...forOwners,
    stranger: "call_not_found",
  },
  "calls:listCalls": { args: none, ...forOwners },
  "calls:pageCalls": { args: everyCall, ...forOwners },
  "calls:recentCalls": { args: none, ...forOwners },
  "calls:searchCalls": { args: () => ({ words: "bakery" }), ...forOwners },
  "contact:getContactDetails": { args: none, ...forAll },
  "overageBilling:triggerOverageCheck": { args: none, ...forOwners },
  "subscriptions:createCustomerPortalSession": { args: none, ...forSubscribers },
  "subscriptions:getSubscriptionPlans": { args: none, ...forOwners },
  "subscriptions:getUserSubscription": { args: none, ...forOwners },
  "subscriptions:refreshSubscription": { args: none, ...forSubscribers },
  "subscriptions:undoPlanChange": { args: none, ...forSubscribers },
  "usage:checkFreeTrialLimit": { args: none, ...forOwners },
  "usage:checkUsageLimits": { args: none, ...forOwners },
  "usage:getCurrentMonthUsage": { args: none, ...forOwners },
  "usage:getTestUsage": { args: none, ...forOwners },
  // What leaves less than there was comes last: all rows are tried on the same owners.
  "subscriptions:cancelSubscription": { args: none, ...forSubscribers },
  "subscriptions:reactivateSubscription": { args: none, ...forSubscribers },
  "subscriptions:subscribe": { args: () => ({ planType: "STARTER" }), ...forOwners },
  "assistants:deleteAssistant": { args: assistantId, ...forTheOwner },
  "auth:signOut": { args: none, ...forAll },
  "account:deleteAccount": { args: none, ...forOwners },
};

test("every public function has a row, and no row is for nothing", async () => {
  const names = (await publicFunctions()).map(({ name }) => name);
  expect(names.sort()).toEqual(Object.keys(MATRIX).sort());
});

onEachBillingBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  async function belongings(owner: Owner): Promise<Belongings> {
    const assistant = await voicedAssistant(world(), owner);
    return { assistant, call: await talk(world(), owner, assistant, 20) };
  }

  async function outcomeOf(
    caller: Caller,
    called: PublicFunction,
    args: Record<string, unknown>,
  ): Promise<Outcome> {
    try {
      await callFunction(caller, called, args);
      return "ok";
    } catch (error) {
      const code = (error as { data?: { code?: ErrorCode } }).data?.code;
      if (code === undefined) throw error;
      return code;
    }
  }

  test("each function lets in those whom it is for, and nobody else", async () => {
    const { owner: unsubscribed } = await newOwner(world());
    const { owner: subscribed } = await onTrial(world(), "PRO");
    const stranger = await world().signUp();
    const [theirs, own] = [await belongings(unsubscribed), await belongings(subscribed)];
    const functions = new Map((await publicFunctions()).map((found) => [found.name, found]));
    const outcomes: Record<string, Omit<Row, "args">> = {};
    for (const [name, { args }] of Object.entries(MATRIX)) {
      const called = must(functions.get(name), name);
      outcomes[name] = {
        visitor: await outcomeOf(world().visitor, called, args(theirs)),
        stranger: await outcomeOf(stranger, called, args(theirs)),
        unsubscribed: await outcomeOf(unsubscribed, called, args(theirs)),
        subscribed: await outcomeOf(subscribed, called, args(own)),
      };
    }
    const expected = Object.entries(MATRIX).map(([name, { args: _, ...row }]) => [name, row]);
    expect(outcomes).toEqual(Object.fromEntries(expected));
  });
});
