/** Owners confirm their address, have their servers told, and delete calls or all they have. */
import { api } from "../../../convex/_generated/api";
import { WEBHOOK_EVENTS } from "../../../convex/shared/webhooks";
import { keyIn } from "../mail-world.ts";
import { oneOfTheirs } from "./deeds-with-assistants.ts";
import { chosen } from "./doing.ts";
import type { Deed } from "./doing.ts";

/** By the link in the newest mail; if none has come, another is asked for. */
const confirm: Deed = async ({ world, owner: { person }, visit }) => {
  const mails = await world.post.mailTo(person.email);
  const mail = mails.find(({ subject }) => subject === "Confirm your email address");
  await visit(async (caller) => {
    if (mail === undefined) await caller.mutation(api.account.sendConfirmation, {});
    else await caller.mutation(api.account.confirmAddress, { key: keyIn(mail) });
  });
};

const beTold: Deed = ({ world, visit }) =>
  visit(async (caller) => {
    const before = await caller.query(api.webhooks.listEndpoints, {});
    if (before.length > 0) return;
    const events = [...WEBHOOK_EVENTS];
    await caller.mutation(api.webhooks.addEndpoint, { url: world.receiver.url, events });
  });

const deleteCall: Deed = ({ planned, visit }) =>
  visit(async (caller) => {
    const call = chosen(await caller.action(api.calls.listCalls, {}), planned.which);
    if (call !== undefined) await caller.mutation(api.calls.deleteCall, { callId: call.id });
  });

const deleteCalls: Deed = ({ owner, planned, visit }) =>
  visit(async (caller) => {
    const assistantId = oneOfTheirs(owner, planned.which)?.assistantId ?? null;
    await caller.mutation(api.calls.deleteCalls, { assistantId });
  });

const deleteAccount: Deed = async ({ world, owner, visit }) => {
  await visit((caller) => caller.mutation(api.account.deleteAccount, {}));
  owner.deletedAtMs = world.clock.now();
  for (const assistant of owner.assistants) assistant.isDeleted = true;
};

export const WITH_ACCOUNTS = {
  confirm,
  "be told by webhook": beTold,
  "delete call": deleteCall,
  "delete calls": deleteCalls,
  "delete account": deleteAccount,
};
