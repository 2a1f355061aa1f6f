/** Valid arguments of each public function, for an owner with these belongings. */
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { newAssistant } from "./samples.ts";
import { uploadFile } from "./upload.ts";
import type { Assistant, StartedCall } from "./talk.ts";
import type { Owner, World } from "./world.ts";

export interface Belongings {
  assistant: Assistant;
  call: Pick<StartedCall, "callId">;
  session: Id<"authSessions">;
  /** The assistant's first version. */
  version: Id<"assistantVersions">;
  /** One that does not wait: only a published assistant has changes that do. */
  draft: Id<"assistantDrafts">;
  rehearsal: Id<"rehearsals">;
  apiKey: Id<"apiKeys">;
  knowledge: Knowledge;
  connections: Connections;
}

/** The other belongings of an owner with this assistant. */
export async function alsoOf(
  world: World,
  owner: Owner,
  { assistantId }: Assistant,
): Promise<Omit<Belongings, "assistant" | "call" | "connections">> {
  const versions = await owner.query(api.versions.pageVersions, {
    assistantId,
    paginationOpts: { cursor: null, numItems: 5 },
  });
  await owner.action(api.apiKeys.createKey, { name: "Invoices", scopes: ["calls:read"] });
  const [key] = await owner.query(api.apiKeys.listKeys, {});
  return {
    session: await owner.otherSession(),
    version: must(versions.page.at(-1), "version").id,
    draft: await draftOf(world, owner, assistantId),
    rehearsal: must(
      (await owner.mutation(api.rehearsals.add, { assistantId, rehearsals: [A_REHEARSAL] }))[0],
      "rehearsal",
    ),
    apiKey: must(key, "key").id,
    knowledge: await knowledgeOf(world, owner, assistantId),
  };
}

async function draftOf(world: World, { userId: ownerId }: Owner, assistantId: Id<"assistants">) {
  const { embedId: _, ...content } = newAssistant();
  const savedAtMs = world.clock.now();
  await world.insert("assistantDrafts", [{ ownerId, assistantId, savedAtMs, content }]);
  const drafts = await world.rows("assistantDrafts");
  return must(
    drafts.find((row) => row.assistantId === assistantId),
    "draft",
  )._id;
}

/** What an owner has added for an assistant to know. */
export interface Knowledge {
  answerId: Id<"knowledgeAnswers">;
  dismissedId: Id<"dismissedQuestions">;
  noteId: Id<"ownerNotes">;
  fileId: Id<"knowledgeFiles">;
  /** A file that is uploaded and not added. */
  uploaded: Id<"_storage">;
  websiteId: Id<"websites">;
  pageId: Id<"websitePages">;
  actionId: Id<"actions">;
  /** One that can be removed without taking it from the functions after it. */
  spareActionId: Id<"actions">;
  /** A visitor waits for its answer. */
  questionId: Id<"ownerQuestions">;
}

async function knowledgeOf(
  world: World,
  owner: Owner,
  assistantId: Id<"assistants">,
): Promise<Knowledge> {
  const known = { assistantId, question: "Do you bake rye bread?", answer: "On Fridays." };
  const storageId = await uploadFile(owner, "Rolls are 1 franc each.");
  await owner.action(api.knowledge.addFile, { assistantId, storageId, name: "prices.txt" });
  const [file] = await owner.query(api.knowledge.listFiles, { assistantId });
  return {
    answerId: await owner.mutation(api.knowledge.saveAnswer, known),
    dismissedId: await owner.mutation(api.knowledge.dismissQuestion, {
      assistantId,
      question: "Are you a robot?",
    }),
    noteId: await owner.mutation(api.knowledge.addNote, { assistantId, ...A_NOTE() }),
    fileId: must(file, "file")._id,
    uploaded: await uploadFile(owner, "Cakes are to be ordered."),
    actionId: await owner.mutation(api.actions.save, { assistantId, ...AN_ACTION }),
    spareActionId: await owner.mutation(api.actions.save, { assistantId, ...AN_ACTION }),
    ...(await websiteOf(world, owner, assistantId)),
    questionId: await questionOf(world, owner, assistantId),
  };
}

async function questionOf(world: World, owner: Owner, assistantId: Id<"assistants">) {
  const calls = await world.rows("calls");
  const call = must(
    calls.find(({ ownerId }) => ownerId === owner.userId),
    "call",
  );
  const asked = { ownerId: owner.userId, assistantId, callId: call._id, question: "Rye?" };
  await world.insert("ownerQuestions", [
    { ...asked, soFar: "", untilMs: world.clock.now() + 30 * DAY_MS },
  ]);
  const [question] = await owner.query(api.ownerQuestions.open, {});
  return must(question, "question").id;
}

/** Nothing answers at its address, so its page is inserted. */
async function websiteOf(world: World, owner: Owner, assistantId: Id<"assistants">) {
  const websiteId = await owner.mutation(api.websites.addWebsite, { assistantId, address: A_SITE });
  const page = { ownerId: owner.userId, assistantId, websiteId, url: `https://${A_SITE}/` };
  await world.insert("websitePages", [{ ...page, title: null, isChosen: true }]);
  const [website] = await owner.query(api.websites.listWebsites, { assistantId });
  return { websiteId, pageId: must(website?.pages[0], "page")._id };
}

/** The clocks of some tests are weeks ahead. */
const A_NOTE = () => ({ text: "No rye today.", endsAtMs: Date.now() + 60 * DAY_MS });

/** An owner's webhook endpoints, messengers and mail recipients. */
export interface Connections {
  endpointId: Id<"webhookEndpoints">;
  messengerId: Id<"webhookEndpoints">;
  deliveryId: Id<"webhookDeliveries">;
  recipientId: Id<"outcomeRecipients">;
}

/** Uses an endpoint at which nothing listens, so every delivery fails at once. */
export async function connectionsOf(
  world: World,
  owner: Owner,
  url = NOBODY,
): Promise<Connections> {
  await world.setVariables({ WEBHOOK_RECEIVERS: url, TRIAL_KEYS: "a-key-of-these-tests" });
  const { id: endpointId } = await owner.mutation(api.webhooks.addEndpoint, {
    url,
    events: ["assistant.published"],
  });
  const deliveryId = await owner.mutation(api.webhooks.sendTest, { endpointId });
  const messengerId = await owner.mutation(api.messengers.addMessenger, {
    to: A_MESSENGER,
    events: ["call.ended"],
  });
  await owner.mutation(api.outcomeMails.changeRecipient, { recipientId: null, ...MAILED });
  const recipients = await world.rows("outcomeRecipients");
  const own = recipients.find(({ ownerId }) => ownerId === owner.userId);
  return { endpointId, messengerId, deliveryId, recipientId: must(own, "recipient")._id };
}

const A_MESSENGER = {
  kind: "telegram",
  token: "100000001:localLocalLocalLocalLocalLocal12345",
  chatId: "-1",
} as const;

/** Nothing listens there. */
const AN_ACTION = {
  ...{ name: "Look up an order", description: "Looks up an order.", changesSomething: false },
  work: {
    ...{ kind: "http" as const, method: "GET" as const, url: "https://orders.example.com:8443/" },
    ...{ headers: [], parameters: [] },
  },
};
const A_REHEARSAL = {
  ...{ situation: "asks for Saturday's hours", must: ["says when it is open"] },
  ...{ mustNot: [], isCondition: false },
};
/** At port 9, nothing listens. */
const A_SITE = "bakery.example.com:9";
const DAY_MS = 24 * 3_600_000;
const NOBODY = "http://127.0.0.1:9/";
const MAILED = { when: "each", assistantId: null, hour: 8, timeZone: "Europe/Zurich" } as const;
const A_PAGE = { paginationOpts: { cursor: null, numItems: 5 } };

type Arguments = (own: Belongings) => Record<string, unknown>;

const none = () => ({});
const assistantId: Arguments = ({ assistant }) => ({ assistantId: assistant.assistantId });
const draft: Arguments = (own) => ({ ...assistantId(own), draftId: own.draft });
const rehearsalId: Arguments = ({ rehearsal }) => ({ rehearsalId: rehearsal });
const versionId: Arguments = ({ version }) => ({ versionId: version });
const embedId: Arguments = ({ assistant }) => ({ embedId: assistant.embedId });
const websiteId: Arguments = ({ knowledge }) => ({ websiteId: knowledge.websiteId });
const actionId: Arguments = ({ knowledge }) => ({ actionId: knowledge.actionId });
const pageId: Arguments = ({ knowledge }) => ({ pageId: knowledge.pageId });
const endpointId: Arguments = ({ connections }) => ({ endpointId: connections.endpointId });
const recipientId: Arguments = ({ connections }) => ({ recipientId: connections.recipientId });
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

/** Ordered so that all can be called for the same owner: deletions come last. */
export const ARGUMENTS = {
  "assistants:createAssistant": newAssistant,
  "assistants:createVoiceAssistant": spoken,
  "assistants:generateUploadUrl": none,
  "assistants:getAssistant": assistantId,
  "assistants:getAssistantByEmbedId": embedId,
  "assistants:getAssistantByEmbedIdForTesting": embedId,
  "assistants:getAssistantForMessage": embedId,
  "assistants:listAssistants": none,
  "assistants:allowMoreToday": assistantId,
  "assistants:removeDailyLimit": assistantId,
  "assistants:retryVoiceSync": assistantId,
  "signedCalls:turnOn": assistantId,
  "signedCalls:makeNewSecret": assistantId,
  "signedCalls:turnOff": assistantId,
  "assistants:togglePublishAssistant": assistantId,
  "assistants:updateAssistant": (own: Belongings) => ({
    ...content(),
    assistantGoal: "Take two orders.",
    ...assistantId(own),
  }),
  "drafts:getDraft": assistantId,
  "drafts:publishDraft": draft,
  "drafts:discardDraft": draft,
  "drafts:setReview": (own: Belongings) => ({ ...assistantId(own), isOn: true }),
  "rehearsals:list": assistantId,
  "rehearsals:nightly": assistantId,
  "rehearsals:add": (own: Belongings) => ({ ...assistantId(own), rehearsals: [A_REHEARSAL] }),
  "rehearsals:change": (own: Belongings) => ({ ...rehearsalId(own), ...A_REHEARSAL }),
  "rehearsals:addFromCall": ({ call }: Belongings) => ({ callId: call.callId }),
  "rehearsals:propose": rehearsalId,
  "rehearsals:suggest": assistantId,
  "rehearsals:publishIfPassed": draft,
  "rehearsals:run": (own: Belongings) => ({ ...assistantId(own), rehearsalIds: [own.rehearsal] }),
  "rehearsals:remove": rehearsalId,
  "auth:isAuthenticated": none,
  "auth:loggedInUser": none,
  "auth:signIn": () => ({
    provider: "password",
    params: { flow: "signIn", email: "nobody@example.com", password: "guess" },
  }),
  "calls:callHours": () => ({ assistantId: null, fromMs: 0, toMs: Date.now() * 2 }),
  "calls:callTotals": none,
  "calls:firstCalls": assistantId,
  "calls:getCallDetails": ({ call }: Belongings) => ({ callId: call.callId }),
  "calls:listCalls": none,
  "calls:pageCalls": everyCall,
  "calls:recentCalls": () => ({ channel: "text" }),
  "calls:searchCalls": () => ({ words: "caller" }),
  "contact:getContactDetails": none,
  "actions:list": assistantId,
  "actions:save": (own: Belongings) => ({ ...assistantId(own), ...AN_ACTION }),
  // Nobody answers there, so nothing is requested elsewhere.
  "actions:addCalendar": (own: Belongings) => ({
    ...assistantId(own),
    ...{ link: "https://cal.com/ada/30min", timeZone: "UTC" },
  }),
  "actions:remove": ({ knowledge }: Belongings) => ({ actionId: knowledge.spareActionId }),
  "actions:setEnabled": (own: Belongings) => ({ ...actionId(own), isOn: false }),
  "actions:test": (own: Belongings) => ({ ...actionId(own), values: "{}" }),
  "actions:runs": actionId,
  "knowledge:listAnswers": assistantId,
  "knowledge:saveAnswer": (own: Belongings) => ({
    ...assistantId(own),
    question: "Do you deliver?",
    answer: "No.",
  }),
  "knowledge:removeAnswer": ({ knowledge }: Belongings) => ({ answerId: knowledge.answerId }),
  "knowledge:listDismissed": assistantId,
  "knowledge:dismissQuestion": (own: Belongings) => ({
    ...assistantId(own),
    question: "Do you know any jokes?",
  }),
  "knowledge:restoreQuestion": ({ knowledge }: Belongings) => ({
    dismissedId: knowledge.dismissedId,
  }),
  "knowledge:listFiles": assistantId,
  "knowledge:removeFile": ({ knowledge }: Belongings) => ({ fileId: knowledge.fileId }),
  "knowledge:addFile": (own: Belongings) => ({
    ...assistantId(own),
    storageId: own.knowledge.uploaded,
    name: "cakes.txt",
  }),
  "knowledge:listNotes": assistantId,
  "knowledge:addNote": (own: Belongings) => ({ ...assistantId(own), ...A_NOTE() }),
  "knowledge:removeNote": ({ knowledge }: Belongings) => ({ noteId: knowledge.noteId }),
  "websites:listWebsites": assistantId,
  "websites:addWebsite": (own: Belongings) => ({
    ...assistantId(own),
    address: "shop.example.com:9",
  }),
  "websites:draftFromWebsite": () => ({ address: A_SITE }),
  "websites:choosePages": (own: Belongings) => ({ ...websiteId(own), pageIds: [] }),
  "websites:findPages": websiteId,
  "websites:keepPageChanges": websiteId,
  "websites:getPageChange": pageId,
  "websites:refusePageChange": pageId,
  "websites:removeWebsite": websiteId,
  "outcomes:outcomesBetween": () => ({
    assistantId: null,
    fromMs: 0,
    toMs: Number.MAX_SAFE_INTEGER,
  }),
  "outcomes:pageOutcomes": () => ({
    assistantId: null,
    status: null,
    paginationOpts: { cursor: null, numItems: 5 },
  }),
  "outcomes:searchOutcomes": () => ({ words: "Ada", assistantId: null, status: null }),
  "outcomes:unreadOutcomes": none,
  "outcomes:updateOutcome": ({ call }: Belongings) => ({ callId: call.callId, note: "Done." }),
  "outcomeMails:listRecipients": none,
  // The tests that use these cannot send mail.
  "outcomeMails:addRecipient": () => ({ address: "shop@example.com", ...MAILED }),
  "outcomeMails:changeRecipient": () => ({ recipientId: null, ...MAILED }),
  "outcomeMails:resendRecipientConfirmation": recipientId,
  "outcomeMails:confirmRecipient": () => ({ key: "made.up" }),
  "outcomeMails:removeRecipient": recipientId,
  "ownerQuestions:open": none,
  "ownerQuestions:answer": ({ knowledge }: Belongings) => ({
    ...{ questionId: knowledge.questionId, text: "Yes." },
  }),
  "ownerQuestions:showLinked": () => ({ key: "made-up" }),
  "ownerQuestions:answerLinked": () => ({ key: "made-up", text: "Yes." }),
  "receipts:show": () => ({ key: "made-up" }),
  "receipts:withdraw": () => ({ key: "made-up" }),
  "receipts:deleteConversation": () => ({ key: "made-up" }),
  "messengers:listMessengers": none,
  "messengers:addMessenger": () => ({ to: A_MESSENGER, events: ["call.ended"] }),
  "messengers:changeMessenger": ({ connections }: Belongings) => ({
    endpointId: connections.messengerId,
    chatId: "-2",
  }),
  "operatorPage:attention": none,
  "operatorPage:queue": none,
  "operatorPage:lines": none,
  "operatorPage:checks": none,
  "operatorPage:pageSpend": () => A_PAGE,
  "webhooks:listEndpoints": none,
  "webhooks:addEndpoint": () => ({ url: "https://example.com/hook", events: ["call.ended"] }),
  "webhooks:changeEndpoint": (own: Belongings) => ({ ...endpointId(own), isOn: true }),
  "webhooks:rotateSecret": endpointId,
  "webhooks:pageDeliveries": (own: Belongings) => ({ ...endpointId(own), ...A_PAGE }),
  "webhooks:sendTest": endpointId,
  "webhooks:resend": ({ connections }: Belongings) => ({ deliveryId: connections.deliveryId }),
  "webhooks:removeEndpoint": endpointId,
  "overageBilling:triggerOverageCheck": none,
  "subscriptions:createCustomerPortalSession": none,
  "subscriptions:getPaymentsToConfirm": none,
  "subscriptions:getSpendingLimit": none,
  "subscriptions:getSubscriptionState": none,
  "subscriptions:getSubscriptionPlans": none,
  "subscriptions:getUserSubscription": none,
  "subscriptions:refreshSubscription": none,
  "subscriptions:setSpendingLimit": () => ({ limit: 5000 }),
  "subscriptions:startPlan": none,
  "subscriptions:undoPlanChange": none,
  "usage:checkFreeTrialLimit": none,
  "usage:checkUsageLimits": none,
  "usage:getCurrentMonthUsage": none,
  "usage:getTestUsage": none,
  "subscriptions:cancelSubscription": none,
  "subscriptions:reactivateSubscription": none,
  "subscriptions:subscribe": () => ({ planType: "STARTER" }),
  "versions:pageVersions": (own: Belongings) => ({
    ...assistantId(own),
    paginationOpts: { cursor: null, numItems: 5 },
  }),
  "versions:getVersion": versionId,
  "versions:restoreVersion": versionId,
  "apiKeys:listKeys": none,
  "apiKeys:createKey": () => ({ name: "Reporting", scopes: ["calls:read"] }),
  "apiKeys:revokeKey": ({ apiKey }: Belongings) => ({ keyId: apiKey }),
  "assistants:deleteAssistant": assistantId,
  "calls:deleteCall": ({ call }: Belongings) => ({ callId: call.callId }),
  "calls:deleteCalls": () => ({ assistantId: null }),
  // The tests that use these cannot send mail, and an invalid link confirms nothing.
  "account:requestPasswordReset": () => ({ email: "nobody@example.com", browser: null }),
  "account:confirmAddress": () => ({ key: "made.up" }),
  "account:sendConfirmation": none,
  "account:getMailChoices": none,
  "account:chooseMail": () => ({ group: "usage", isOn: false }),
  "account:unsubscribe": () => ({ key: "made.up.key" }),
  "account:getAmountOwed": none,
  "account:settle": none,
  "account:listSessions": none,
  "account:exportAccount": none,
  "account:exportCalls": () => ({ cursor: null }),
  "account:exportVersions": () => ({ cursor: null }),
  "account:exportAnswers": () => ({ cursor: null }),
  "account:exportActionRuns": () => ({ cursor: null }),
  "account:exportPages": () => ({ cursor: null }),
  "account:noteSeen": () => ({ timeZone: "Europe/Zurich" }),
  "account:endSession": ({ session }: Belongings) => ({ sessionId: session }),
  "account:endOtherSessions": none,
  "account:changePassword": () => ({ current: "guess", next: "correct horse" }),
  "account:getSignInMethods": none,
  "auth:listOauthProviders": none,
  "account:changeAddress": () => ({ email: "new@example.com", password: "guess" }),
  "account:confirmNewAddress": () => ({ to: "new@example.com", key: "made.up" }),
  "account:deleteAccount": none,
  "auth:signOut": none,
} satisfies Record<string, Arguments>;

export type PublicName = keyof typeof ARGUMENTS;
