/** Owners confirm their address, add webhook endpoints, and delete calls or their account. */
import { api } from "../../../convex/_generated/api";
import { WEBHOOK_EVENTS } from "../../../convex/shared/webhooks";
import { keyIn } from "../mail-world.ts";
import { pickAssistant } from "./assistant-actions.ts";
import { pick } from "./action.ts";
import type { Action } from "./action.ts";

/** Opens the link in the newest confirmation mail, or asks for a mail if there is none. */
const confirm: Action = async ({ world, owner: { person }, visit }) => {
  const mails = await world.post.mailTo(person.email);
  const mail = mails.find(({ subject }) => subject === "Confirm your email address");
  await visit(async (caller) => {
    if (mail === undefined) await caller.mutation(api.account.sendConfirmation, {});
    else await caller.mutation(api.account.confirmAddress, { key: keyIn(mail) });
  });
};

const addWebhookEndpoint: Action = ({ world, visit }) =>
  visit(async (caller) => {
    const before = await caller.query(api.webhooks.listEndpoints, {});
    if (before.length > 0) return;
    const events = [...WEBHOOK_EVENTS];
    await caller.mutation(api.webhooks.addEndpoint, { url: world.receiver.url, events });
  });

const deleteCall: Action = ({ planned, visit }) =>
  visit(async (caller) => {
    const call = pick(await caller.action(api.calls.listCalls, {}), planned.which);
    if (call !== undefined) await caller.mutation(api.calls.deleteCall, { callId: call.id });
  });

const deleteCalls: Action = ({ owner, planned, visit }) =>
  visit(async (caller) => {
    const assistantId = pickAssistant(owner, planned.which)?.assistantId ?? null;
    await caller.mutation(api.calls.deleteCalls, { assistantId });
  });

const deleteAccount: Action = async ({ world, owner, visit }) => {
  await visit((caller) => caller.mutation(api.account.deleteAccount, {}));
  owner.deletedAtMs = world.clock.now();
  for (const assistant of owner.assistants) assistant.isDeleted = true;
};

export const ACCOUNT_ACTIONS = {
  confirm,
  "add webhook endpoint": addWebhookEndpoint,
  "delete call": deleteCall,
  "delete calls": deleteCalls,
  "delete account": deleteAccount,
};
