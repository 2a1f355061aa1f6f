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
  readTimeZone,
  recordSeen,
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
  unsubscribeScope,
  unsubscribeOwner,
} from "./notifications/mail/choices";
import { amountOwed, settle as settleAccount } from "./ownerData/accountSettlement";
import {
  exportAccount as exportOwnAccount,
  exportActionRuns as exportOwnActionRuns,
  exportAnswers as exportOwnAnswers,
  exportCalls as exportOwnCalls,
  exportPages as exportOwnPages,
  exportVersions as exportOwnVersions,
} from "./ownerData/export";
import { closeAccount } from "./ownerData/purge";
import schema from "./schema";
import { ACCOUNT_MESSAGES } from "./shared/accountMessages";
import { OAUTH_PROVIDERS } from "./shared/oauthProviders";

/**
 * Mails a link and a code if the email has an account. Returns the request's id, which is needed to enter the code, and
 * does not reveal whether there is an account.
 */
export const requestPasswordReset = publicMutation({
  args: { email: v.string(), browser: v.union(v.string(), v.null()) },
  returns: v.string(),
  handler: async (ctx, { email, browser }) => {
    const { ip } = await ctx.meta.getRequestMetadata();
    const origin = { network: networkOf(ip), browser: readBrowser({ browser }) };
    return await beginReset(ctx, validEmail(email), origin);
  },
});

/** Called by the link in a mail, with or without a session. Returns the plan that the owner had chosen. */
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

/** Mails that link again, even if an earlier mail bounced. With a plan, the link leads back to the plan. */
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

/** Null without a mail service. */
export const getMailChoices = ownerQuery({
  args: {},
  returns: v.union(mailChoices, v.null()),
  handler: (ctx) => Promise.resolve(shownChoices(ctx.owner)),
});

/** The weekly summary requires a confirmed address. */
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

/** Called by the link in a mail, with or without a session. */
export const unsubscribe = publicMutation({
  args: { key: v.string() },
  returns: unsubscribeScope,
  handler: async (ctx, { key }) => {
    const unsubscription = await readUnsubscribeKey(key);
    if (unsubscription === null) throw userError("link_refused", ACCOUNT_MESSAGES.stopLinkRefused);
    await unsubscribeOwner(ctx, unsubscription);
    return unsubscription.scope;
  },
});

/** In cents. It is charged before the account is deleted. */
export const getAmountOwed = ownerQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) => await amountOwed(ctx, ctx.owner._id),
});

/** Charges what is owed now. Returns the cents that could not be charged. */
export const settle = ownerAction({
  args: {},
  returns: v.number(),
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "overageChecks", ctx.ownerId);
    return await settleAccount(ctx, ctx.ownerId);
  },
});

export const listSessions = ownerQuery({
  args: {},
  returns: v.array(shownSession),
  handler: async (ctx) => await listOwnSessions(ctx, ctx.owner._id),
});

/** Called by an open dashboard, so that the list of sessions shows when each was last used. */
export const noteSeen = ownerMutation({
  args: {
    timeZone: v.union(v.string(), v.null()),
    /** Missing from older pages. */
    browser: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { timeZone, browser }) => {
    const { ip, userAgent } = await ctx.meta.getRequestMetadata();
    const device = { device: deviceOf(userAgent), timeZone: readTimeZone(timeZone) };
    const sessionId = await recordSeen(ctx, ctx.owner._id, device);
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

/** An owner without a password has to choose one by mail before changing settings that require it. */
export const getSignInMethods = ownerQuery({
  args: {},
  returns: v.object({ hasPassword: v.boolean(), others: v.array(oauthProvider) }),
  handler: async (ctx) => {
    const providers = (await signInMethodsOf(ctx, ctx.owner._id)).map(({ provider }) => provider);
    return {
      hasPassword: providers.includes(PASSWORD_PROVIDER),
      others: OAUTH_PROVIDERS.filter((provider) => providers.includes(provider)),
    };
  },
});

/** Returns whether the new address has to be confirmed first. */
export const changeAddress = ownerAction({
  args: { email: v.string(), password: v.string() },
  returns: addressStep,
  handler: async (ctx, { email, password }) => {
    await countOwnerRequest(ctx, "addressChanges", ctx.ownerId);
    return await requestAddressChange(ctx, ctx.ownerId, { to: validEmail(email), password });
  },
});

/** Called by the link in the mail to the new address. */
export const confirmNewAddress = ownerMutation({
  args: { to: v.string(), key: v.string() },
  returns: v.null(),
  handler: async (ctx, link) => {
    await confirmOwnNewAddress(ctx, ctx.owner, link);
    return null;
  },
});

/** All of the owner's data except the calls and the assistants' versions. */
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

export const exportAnswers = ownerQuery({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: v.object({
    answers: v.array(schema.doc("knowledgeAnswers")),
    cursor: v.union(v.string(), v.null()),
  }),
  handler: async (ctx, { cursor }) => await exportOwnAnswers(ctx, ctx.owner._id, cursor),
});

export const exportActionRuns = ownerQuery({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: v.object({
    runs: v.array(schema.doc("actionRuns")),
    cursor: v.union(v.string(), v.null()),
  }),
  handler: async (ctx, { cursor }) => await exportOwnActionRuns(ctx, ctx.owner._id, cursor),
});

export const exportPages = ownerQuery({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: v.object({
    pages: v.array(
      v.object({
        ...schema.doc("websitePages").fields,
        text: v.union(v.string(), v.null()),
        pdf: v.union(v.bytes(), v.null()),
      }),
    ),
    cursor: v.union(v.string(), v.null()),
  }),
  handler: async (ctx, { cursor }) => await exportOwnPages(ctx, ctx.owner._id, cursor),
});

/** Signs the owner out at once. A background job deletes the data. */
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
