/**
 * Who may call each public function. The first test fails for a function without a row, so that nobody can add a
 * function without deciding who may call it.
 */
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { ErrorCode } from "../../convex/shared/errors";
import { alsoOf, ARGUMENTS, connectionsOf } from "./arguments.ts";
import type { Belongings, PublicName } from "./arguments.ts";
import { newOwner, onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { callFunction, publicFunctions } from "./public-functions.ts";
import type { PublicFunction } from "./public-functions.ts";
import { SILENT_PLATFORM, talk, voicedAssistant } from "./talk.ts";
import { postCall } from "./voice-world.ts";
import type { Caller } from "../caller.ts";
import type { Owner } from "./world.ts";

type Outcome = "ok" | ErrorCode;

interface Row {
  visitor: Outcome;
  /** Another owner, who passes the first owner's IDs. */
  stranger: Outcome;
  unsubscribed: Outcome;
  subscribed: Outcome;
}

const forAll = { visitor: "ok", stranger: "ok", unsubscribed: "ok", subscribed: "ok" } as const;
/** The result concerns the caller, so it is the same for every owner. */
const forOwners = { ...forAll, visitor: "not_signed_in" } as const;
const forTheOwner = { ...forOwners, stranger: "assistant_not_found" } as const;
const forWebsites = { ...forOwners, stranger: "not_yours" } as const;
const forRehearsals = { ...forOwners, stranger: "rehearsal_not_found" } as const;
const forEndpoints = { ...forOwners, stranger: "webhook_not_found" } as const;
const forSubscribers = {
  ...forOwners,
  stranger: "no_subscription",
  unsubscribed: "no_subscription",
} as const;

/** None of these owners is one. operator-page.test.ts covers operators. */
const forOperators = {
  visitor: "not_signed_in",
  stranger: "not_operator",
  unsubscribed: "not_operator",
  subscribed: "not_operator",
} as const;

/** The voice platform does not answer in this test: a call that gets as far as the platform was allowed. */
const platformFailed = {
  ...forOwners,
  stranger: "voice_platform_failed",
  unsubscribed: "voice_platform_failed",
  subscribed: "voice_platform_failed",
} as const;
/** Cal.com does not answer in this test either. */
const calendarSilent = {
  ...forTheOwner,
  unsubscribed: "calendar_unavailable",
  subscribed: "calendar_unavailable",
} as const;
const refusedToAll = (code: ErrorCode): Row => ({
  visitor: code,
  stranger: code,
  unsubscribed: code,
  subscribed: code,
});

const MATRIX: Record<PublicName, Row> = {
  "assistants:createAssistant": forOwners,
  "assistants:createVoiceAssistant": platformFailed,
  "assistants:generateUploadUrl": forOwners,
  "assistants:getAssistant": forTheOwner,
  "assistants:getAssistantByEmbedId": forAll,
  "assistants:getAssistantByEmbedIdForTesting": forOwners,
  "assistants:getAssistantForMessage": forAll,
  "assistants:listAssistants": forOwners,
  "assistants:allowMoreToday": forTheOwner,
  "assistants:removeDailyLimit": forTheOwner,
  "assistants:retryVoiceSync": forTheOwner,
  "assistants:togglePublishAssistant": { ...forTheOwner, unsubscribed: "subscription_required" },
  "assistants:updateAssistant": forTheOwner,
  "signedCalls:turnOn": forTheOwner,
  "signedCalls:makeNewSecret": forTheOwner,
  "signedCalls:turnOff": forTheOwner,
  "drafts:getDraft": forTheOwner,
  "drafts:publishDraft": forTheOwner,
  "drafts:discardDraft": forTheOwner,
  "drafts:setReview": forTheOwner,
  "rehearsals:list": forTheOwner,
  "rehearsals:nightly": forTheOwner,
  "rehearsals:add": forTheOwner,
  "rehearsals:change": forRehearsals,
  "rehearsals:addFromCall": { ...forOwners, stranger: "call_not_found" },
  // It has not failed.
  "rehearsals:propose": {
    ...forRehearsals,
    unsubscribed: "invalid_input",
    subscribed: "invalid_input",
  },
  "rehearsals:suggest": { ...platformFailed, stranger: "assistant_not_found" },
  // Nothing waits to be published.
  "rehearsals:publishIfPassed": {
    ...forTheOwner,
    unsubscribed: "draft_changed",
    subscribed: "draft_changed",
  },
  "rehearsals:run": forTheOwner,
  "rehearsals:remove": forRehearsals,
  "versions:getVersion": { ...forOwners, stranger: "version_not_found" },
  "versions:pageVersions": forTheOwner,
  "versions:restoreVersion": { ...forOwners, stranger: "version_not_found" },
  "auth:isAuthenticated": forAll,
  "auth:loggedInUser": forAll,
  "auth:signIn": refusedToAll("sign_in_failed"),
  "calls:callHours": forOwners,
  "calls:callTotals": forOwners,
  "calls:firstCalls": forTheOwner,
  "calls:getCallDetails": { ...forOwners, stranger: "call_not_found" },
  "calls:deleteCall": { ...forOwners, stranger: "call_not_found" },
  "calls:deleteCalls": forOwners,
  "calls:listCalls": forOwners,
  "calls:pageCalls": forOwners,
  "actions:list": forTheOwner,
  "actions:save": forTheOwner,
  "actions:addCalendar": calendarSilent,
  "actions:remove": { ...forOwners, stranger: "not_yours" },
  "actions:setEnabled": { ...forOwners, stranger: "not_yours" },
  "actions:test": { ...forOwners, stranger: "not_yours" },
  "actions:runs": { ...forOwners, stranger: "not_yours" },
  "knowledge:listAnswers": forTheOwner,
  "knowledge:saveAnswer": forTheOwner,
  "knowledge:removeAnswer": { ...forOwners, stranger: "not_yours" },
  "knowledge:listDismissed": forTheOwner,
  "knowledge:dismissQuestion": forTheOwner,
  "knowledge:restoreQuestion": { ...forOwners, stranger: "not_yours" },
  "knowledge:listFiles": forTheOwner,
  "knowledge:addFile": forTheOwner,
  "knowledge:removeFile": { ...forOwners, stranger: "not_yours" },
  "knowledge:listNotes": forTheOwner,
  "knowledge:addNote": forTheOwner,
  "knowledge:removeNote": { ...forOwners, stranger: "not_yours" },
  "websites:listWebsites": forTheOwner,
  "websites:addWebsite": forTheOwner,
  // Nothing answers at the address.
  "websites:draftFromWebsite": {
    ...forOwners,
    stranger: "invalid_input",
    unsubscribed: "invalid_input",
    subscribed: "invalid_input",
  },
  // No page is chosen.
  "websites:choosePages": {
    ...forWebsites,
    unsubscribed: "invalid_input",
    subscribed: "invalid_input",
  },
  "websites:findPages": forWebsites,
  "websites:keepPageChanges": forWebsites,
  "websites:getPageChange": forWebsites,
  "websites:refusePageChange": forWebsites,
  "websites:removeWebsite": forWebsites,
  "outcomes:outcomesBetween": forOwners,
  "outcomes:pageOutcomes": forOwners,
  "outcomes:searchOutcomes": forOwners,
  "outcomes:unreadOutcomes": forOwners,
  "outcomes:updateOutcome": { ...forOwners, stranger: "call_not_found" },
  "outcomeMails:listRecipients": forOwners,
  "outcomeMails:addRecipient": { ...refusedToAll("mail_unavailable"), visitor: "not_signed_in" },
  "outcomeMails:changeRecipient": forOwners,
  "outcomeMails:resendRecipientConfirmation": {
    ...refusedToAll("mail_unavailable"),
    visitor: "not_signed_in",
  },
  "outcomeMails:confirmRecipient": refusedToAll("link_refused"),
  "outcomeMails:removeRecipient": { ...forOwners, stranger: "recipient_not_found" },
  "ownerQuestions:open": forOwners,
  "ownerQuestions:answer": { ...forOwners, stranger: "not_yours" },
  "ownerQuestions:showLinked": forAll,
  "ownerQuestions:answerLinked": forAll,
  "receipts:show": forAll,
  "receipts:withdraw": forAll,
  "receipts:deleteConversation": forAll,
  "messengers:listMessengers": forOwners,
  "messengers:addMessenger": forOwners,
  "messengers:changeMessenger": forEndpoints,
  "operatorPage:attention": forOperators,
  "operatorPage:queue": forOperators,
  "operatorPage:lines": forOperators,
  "operatorPage:checks": forOperators,
  "operatorPage:pageSpend": forOperators,
  "webhooks:listEndpoints": forOwners,
  "webhooks:addEndpoint": forOwners,
  "webhooks:changeEndpoint": forEndpoints,
  "webhooks:rotateSecret": forEndpoints,
  "webhooks:pageDeliveries": forEndpoints,
  "webhooks:sendTest": forEndpoints,
  "webhooks:resend": forEndpoints,
  "webhooks:removeEndpoint": forEndpoints,
  "calls:recentCalls": forOwners,
  "calls:searchCalls": forOwners,
  "contact:getContactDetails": forAll,
  "overageBilling:triggerOverageCheck": forOwners,
  "subscriptions:createCustomerPortalSession": forSubscribers,
  "subscriptions:getPaymentsToConfirm": forOwners,
  "subscriptions:getSpendingLimit": forOwners,
  "subscriptions:getSubscriptionState": forOwners,
  "subscriptions:getSubscriptionPlans": forOwners,
  "subscriptions:getUserSubscription": forOwners,
  "subscriptions:refreshSubscription": forSubscribers,
  // All owners here are on trial, where there is nothing to limit.
  "subscriptions:setSpendingLimit": { ...forSubscribers, subscribed: "spending_limit_rejected" },
  "subscriptions:startPlan": forSubscribers,
  "subscriptions:undoPlanChange": forSubscribers,
  "usage:checkFreeTrialLimit": forOwners,
  "usage:checkUsageLimits": forOwners,
  "usage:getCurrentMonthUsage": forOwners,
  "usage:getTestUsage": forOwners,
  "subscriptions:cancelSubscription": forSubscribers,
  "subscriptions:reactivateSubscription": forSubscribers,
  "subscriptions:subscribe": forOwners,
  "assistants:deleteAssistant": forTheOwner,
  "account:requestPasswordReset": refusedToAll("mail_unavailable"),
  "account:confirmAddress": refusedToAll("link_refused"),
  "account:sendConfirmation": forOwners,
  "account:getMailChoices": forOwners,
  "account:chooseMail": forOwners,
  "account:unsubscribe": refusedToAll("link_refused"),
  "account:getAmountOwed": forOwners,
  "account:settle": forOwners,
  "account:listSessions": forOwners,
  "account:exportAccount": forOwners,
  "account:exportCalls": forOwners,
  "account:exportVersions": forOwners,
  "account:exportAnswers": forOwners,
  "account:exportActionRuns": forOwners,
  "account:exportPages": forOwners,
  "apiKeys:createKey": forOwners,
  "apiKeys:listKeys": forOwners,
  // Another owner's key is neither reported nor revoked: tests/product/api.test.ts.
  "apiKeys:revokeKey": forOwners,
  "account:noteSeen": forOwners,
  "account:endOtherSessions": forOwners,
  "account:endSession": { ...forOwners, stranger: "not_yours" },
  "account:getSignInMethods": forOwners,
  "auth:listOauthProviders": forAll,
  "account:confirmNewAddress": { ...refusedToAll("link_refused"), visitor: "not_signed_in" },
  // No caller here has one.
  "account:changeAddress": {
    ...forOwners,
    stranger: "invalid_password",
    unsubscribed: "invalid_password",
    subscribed: "invalid_password",
  },
  "account:changePassword": {
    ...forOwners,
    stranger: "invalid_password",
    unsubscribed: "invalid_password",
    subscribed: "invalid_password",
  },
  "account:deleteAccount": forOwners,
  "auth:signOut": forAll,
};

// T12, T14: docs/security.md
test("every public function has a row, and every row has a function", async () => {
  const names = (await publicFunctions()).map(({ name }) => name);
  expect(names.sort()).toEqual(Object.keys(MATRIX).sort());
});

onEachBillingBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  async function belongings(owner: Owner): Promise<Belongings> {
    const assistant = await voicedAssistant(world(), owner);
    const call = await talk(world(), owner, assistant, 20);
    const connections = await connectionsOf(world(), owner);
    return { assistant, call, ...(await alsoOf(world(), owner, assistant)), connections };
  }

  async function outcomeOf(
    caller: Caller,
    called: PublicFunction,
    args: Record<string, unknown>,
  ): Promise<Outcome> {
    return (await answerOf(caller, called, args)).outcome;
  }

  async function answerOf(
    caller: Caller,
    called: PublicFunction,
    args: Record<string, unknown>,
  ): Promise<{ outcome: Outcome; text: string }> {
    try {
      const answer = await callFunction(caller, called, args);
      return { outcome: "ok", text: answer === undefined ? "" : JSON.stringify(answer) };
    } catch (error) {
      const code = (error as { data?: { code?: ErrorCode } }).data?.code;
      if (code === undefined) throw error;
      return { outcome: code, text: "" };
    }
  }

  // T10: docs/security.md
  test("a person who signed out or deleted the account is a visitor to every function at once", async () => {
    const { owner } = await newOwner(world());
    const [signedOut, deleted] = [await world().signUp(), await world().signUp()];
    await signedOut.action(api.auth.signOut, {});
    await deleted.mutation(api.account.deleteAccount, {});
    const theirs = await belongings(owner);
    const functions = await publicFunctions();
    for (const [name, args] of Object.entries(ARGUMENTS)) {
      const called = must(
        functions.find((found) => found.name === name),
        name,
      );
      for (const caller of [signedOut, deleted]) {
        const outcome = await outcomeOf(caller, called, args(theirs));
        expect([name, outcome]).toEqual([name, MATRIX[name as PublicName].visitor]);
      }
    }
    for (const caller of [signedOut, deleted]) {
      expect(await caller.query(api.auth.loggedInUser, {})).toBeNull();
      expect(await caller.query(api.auth.isAuthenticated, {})).toBe(false);
      const testing = await postCall(world(), await caller.token(), theirs.assistant.embedId);
      expect(testing.status).toBe(401);
    }
  });

  // T12: docs/security.md
  test("each function accepts the callers that its row lists, and no others", async () => {
    const { owner: unsubscribed } = await newOwner(world());
    const { owner: subscribed } = await onTrial(world(), "PRO");
    const stranger = await world().signUp();
    const [theirs, own] = [await belongings(unsubscribed), await belongings(subscribed)];
    const functions = new Map((await publicFunctions()).map((found) => [found.name, found]));
    const outcomes: Record<string, Row> = {};
    // A list of another owner's objects refuses nobody.
    const names = [theirs.assistant.assistantId, theirs.call.callId, unsubscribed.userId];
    const tellers: string[] = [];
    for (const [name, args] of Object.entries(ARGUMENTS)) {
      const called = must(functions.get(name), name);
      const outcomeFor = async (caller: Caller) => {
        const { outcome, text } = await answerOf(caller, called, args(theirs));
        if (names.some((one) => text.includes(one))) tellers.push(name);
        return outcome;
      };
      outcomes[name] = {
        visitor: await outcomeFor(world().visitor),
        stranger: await outcomeFor(stranger),
        unsubscribed: await outcomeOf(unsubscribed, called, args(theirs)),
        subscribed: await outcomeOf(subscribed, called, args(own)),
      };
    }
    expect(outcomes).toEqual(MATRIX);
    expect(tellers).toEqual([]);
  });
});
