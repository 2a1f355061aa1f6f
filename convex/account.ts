import { v } from "convex/values";
import {
  addressStep,
  requestAddressChange,
  confirmNewAddress as confirmOwnNewAddress,
} from "./accounts/addressChange";
import {
  resendConfirmation,
  rememberChosenPlan,
  confirmByLink,
  requireConfirmedAddress,
} from "./accounts/addressConfirmation";
import {
  PASSWORD_PROVIDER,
  readBrowser,
  validEmail,
  signInMethodsOf,
} from "./accounts/credentials";
import { deviceOf } from "./accounts/device";
import { notifyOfSignIn } from "./accounts/notifications";
import { oauthProvider } from "./accounts/oauthProviders";
import { changePassword as changeOwnPassword } from "./accounts/passwordChange";
import { beginReset } from "./accounts/passwordReset";
import { endSessionsExcept } from "./accounts/sessions";
import {
  endOwnSession,
  listSessions as listOwnSessions,
  noteSeen as noteSessionSeen,
  readTimeZone,
  shownSession,
} from "./accounts/signIns";
import { findActiveSubscription } from "./billing/plans/customers";
import { callDetails } from "./calls/shownCall";
import { enqueueCleanup } from "./jobs/cleanupTask";
import { ownerAction, ownerMutation, ownerQuery, publicMutation } from "./lib/functions";
import { paidPlanType } from "./lib/planType";
import { networkOf } from "./lib/network";
import { countOwnerRequest } from "./lib/rateLimits";
import { thisSession } from "./lib/session";
import { userError } from "./lib/userError";
import {
  saveChoices,
  mailChoices,
  mailGroup,
  readUnsubscribeKey,
  shownChoices,
  stoppable,
  unsubscribeOwner as unsubscribeOwner,
} from "./notifications/mail/choices";
import { amountOwed, settle as settleAll } from "./ownerData/accountSettlement";
import {
  exportAccount as exportOwnAccount,
  exportCalls as exportOwnCalls,
  exportVersions as exportOwnVersions,
} from "./ownerData/export";
import { closeAccount } from "./ownerData/purge";
import schema from "./schema";
import { ACCOUNT_MESSAGES } from "./shared/accountMessages";
import { OAUTH_PROVIDERS } from "./shared/oauthProviders";

/**
 * Has a link and a code mailed to who forgot the password, if there is such an account: the answer does not say.
 * It names the request, with which the code is shown.
 */
export const askForPasswordReset = publicMutation({
  args: { email: v.string(), browser: v.union(v.string(), v.null()) },
  returns: v.string(),
  handler: async (ctx, { email, browser }) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    const origin = { network: networkOf(ip), browser: readBrowser({ browser }) };
    return await beginReset(ctx, validEmail(email), origin);
  },
});

/** By the link in a mail, with or without a session. Answers the plan that its owner had chosen to try. */
export const confirmAddress = publicMutation({
  args: { key: v.string() },
  returns: v.union(paidPlanType, v.null()),
  handler: async (ctx, { key }) => {
    const owner = await confirmByLink(ctx, key);
    if (owner === null) throw userError("link_refused", ACCOUNT_MESSAGES.confirmationOver);
    const isSubscribed = (await findActiveSubscription(ctx, owner._id)) !== null;
    return isSubscribed ? null : (owner.chosenPlan ?? null);
  },
});

/** Mails that link again, also where mail came back before. Asked for at a plan, the link leads back to it. */
export const sendConfirmation = ownerMutation({
  args: { planType: v.optional(paidPlanType) },
  returns: v.null(),
  handler: async (ctx, { planType }) => {
    await countOwnerRequest(ctx, "confirmations", ctx.owner._id);
    await resendConfirmation(ctx, ctx.owner);
    if (planType !== undefined) await rememberChosenPlan(ctx, ctx.owner, planType);
    return null;
  },
});

/** Null where no mail can be sent. */
export const getMailChoices = ownerQuery({
  args: {},
  returns: v.union(mailChoices, v.null()),
  handler: (ctx) => Promise.resolve(shownChoices(ctx.owner)),
});

/** Mail by the week goes to nobody who has not shown that the address is theirs. */
export const chooseMail = ownerMutation({
  args: { group: mailGroup, isOn: v.boolean() },
  returns: v.null(),
  handler: async (ctx, choice) => {
    await countOwnerRequest(ctx, "mailChoices", ctx.owner._id);
    if (choice.group === "summary" && choice.isOn) requireConfirmedAddress(ctx.owner);
    await saveChoices(ctx, ctx.owner, choice);
    return null;
  },
});

/** By the link in a mail, with or without a session. */
export const unsubscribe = publicMutation({
  args: { key: v.string() },
  returns: stoppable,
  handler: async (ctx, { key }) => {
    const unsubscription = await readUnsubscribeKey(key);
    if (unsubscription === null) throw userError("link_refused", ACCOUNT_MESSAGES.stopLinkRefused);
    await unsubscribeOwner(ctx, unsubscription);
    return unsubscription.what;
  },
});

/** In cents, what is charged before the account is deleted. */
export const getAmountOwed = ownerQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) => await amountOwed(ctx, ctx.owner._id),
});

/** Charges what is owed now; answers what is still owed, in cents, because it could not be charged. */
export const settle = ownerAction({
  args: {},
  returns: v.number(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "overageChecks", ctx.ownerId);
    return await settleAll(ctx, ctx.ownerId);
  },
});

export const listSessions = ownerQuery({
  args: {},
  returns: v.array(shownSession),
  handler: async (ctx) => await listOwnSessions(ctx, ctx.owner._id),
});

/** An open dashboard says so, that its owner may know it by when it was used last. */
export const noteSeen = ownerMutation({
  args: {
    timeZone: v.union(v.string(), v.null()),
    /** Missing from pages of before. */
    browser: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { timeZone, browser }) => {
    const { ip, userAgent } = await ctx.meta.getRequestMetadata();
    const device = { device: deviceOf(userAgent), timeZone: readTimeZone(timeZone) };
    const sessionId = await noteSessionSeen(ctx, ctx.owner._id, device);
    if (sessionId === null) return null;
    const origin = { network: networkOf(ip), browser: readBrowser({ browser }) };
    await notifyOfSignIn(ctx, ctx.owner._id, origin, { ...device, sessionId });
    return null;
  },
});

export const endSession = ownerMutation({
  args: { sessionId: v.id("authSessions") },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => {
    await endOwnSession(ctx, ctx.owner._id, sessionId);
    return null;
  },
});

export const endOtherSessions = ownerMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await endSessionsExcept(ctx, ctx.owner._id, (await thisSession(ctx))?._id ?? null);
    return null;
  },
});

export const changePassword = ownerAction({
  args: { current: v.string(), next: v.string() },
  returns: v.null(),
  handler: async (ctx, passwords) => {
    await countOwnerRequest(ctx, "passwordChanges", ctx.ownerId);
    await changeOwnPassword(ctx, ctx.ownerId, passwords);
    return null;
  },
});

/** Without a password, what asks for it waits until one was chosen by mail. */
export const getSignInWays = ownerQuery({
  args: {},
  returns: v.object({ hasPassword: v.boolean(), others: v.array(oauthProvider) }),
  handler: async (ctx) => {
    const providers = (await signInMethodsOf(ctx, ctx.owner._id)).map(({ provider }) => provider);
    return {
      hasPassword: providers.includes(PASSWORD_PROVIDER),
      others: OAUTH_PROVIDERS.filter((way) => providers.includes(way)),
    };
  },
});

/** Says whether the new address is to be confirmed first. */
export const changeAddress = ownerAction({
  args: { email: v.string(), password: v.string() },
  returns: addressStep,
  handler: async (ctx, { email, password }) => {
    await countOwnerRequest(ctx, "addressChanges", ctx.ownerId);
    return await requestAddressChange(ctx, ctx.ownerId, { to: validEmail(email), password });
  },
});

/** By the link in the mail to the new address. */
export const confirmNewAddress = ownerMutation({
  args: { to: v.string(), key: v.string() },
  returns: v.null(),
  handler: async (ctx, link) => {
    await confirmOwnNewAddress(ctx, ctx.owner, link);
    return null;
  },
});

/** What the owner has, but for the calls, and for what assistants were before. */
export const exportAccount = ownerQuery({
  args: {},
  returns: v.object({
    text: v.string(),
    files: v.array(v.object({ name: v.string(), url: v.string() })),
  }),
  handler: async (ctx) => await exportOwnAccount(ctx, ctx.owner),
});

export const exportCalls = ownerQuery({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: v.object({ calls: v.array(callDetails), cursor: v.union(v.string(), v.null()) }),
  handler: async (ctx, { cursor }) => await exportOwnCalls(ctx, ctx.owner._id, cursor),
});

export const exportVersions = ownerQuery({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: v.object({
    versions: v.array(schema.doc("assistantVersions")),
    cursor: v.union(v.string(), v.null()),
  }),
  handler: async (ctx, { cursor }) => await exportOwnVersions(ctx, ctx.owner._id, cursor),
});

/** Signs the owner out for good at once; what there was is deleted in the background. */
export const deleteAccount = ownerMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const ownerId = ctx.owner._id;
    await closeAccount(ctx, ownerId);
    await enqueueCleanup(ctx, { kind: "account", ownerId });
    return null;
  },
});
