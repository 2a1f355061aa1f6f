// What signing in, and acting as somebody who is signed in, asks of the database.
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./functions";
import { addressStep, beginAddressChange as beginChange } from "../model/accounts/addressChange";
import { deviceOf } from "../model/accounts/device";
import { passwordAccountOf } from "../model/accounts/credentials";
import { replacePassword } from "../model/accounts/passwordChange";
import { beginSession } from "../model/accounts/signIns";
import { paidPlanType } from "../model/money/plans/billingFields";
import { choosePlan, isAddressSure } from "../model/accounts/confirming";
import { isNewPlace, tellOfNewPlace } from "../model/accounts/notices";
import { findOwner, requireOwnerDoc } from "../model/accounts/owner";
import {
  checkedProof,
  checkProof,
  finishReset as finish,
  mailReset as mailResetLink,
  resetProof,
} from "../model/accounts/passwordReset";
import { admitAttempt, welcomeOwner } from "../model/accounts/signInLimits";

const origin = { network: v.string(), browser: v.union(v.string(), v.null()) };

export const admit = internalMutation({
  args: { email: v.string(), ...origin },
  returns: v.union(
    v.null(),
    v.object({
      ownerId: v.union(v.id("users"), v.null()),
      hash: v.union(v.string(), v.null()),
    }),
  ),
  handler: async (ctx, attempt) => await admitAttempt(ctx, attempt),
});

/** Begins the session in which the owner is signed in from now on. */
export const welcome = internalMutation({
  args: { ownerId: v.id("users"), timeZone: v.union(v.string(), v.null()), ...origin },
  returns: v.id("authSessions"),
  handler: async (ctx, { ownerId, timeZone, ...from }) => {
    const isNew = await isNewPlace(ctx, ownerId, from);
    await welcomeOwner(ctx, ownerId, from);
    const { userAgent } = await ctx.meta.getRequestMetadata();
    const device = { device: deviceOf(userAgent), timeZone };
    const sessionId = await beginSession(ctx, ownerId, device);
    if (isNew) await tellOfNewPlace(ctx, ownerId, { ...device, sessionId });
    return sessionId;
  },
});

/** What an owner's current password is compared with; null for who signs in by other ways only. */
export const passwordHashOf = internalQuery({
  args: { ownerId: v.id("users") },
  returns: v.union(v.null(), v.string()),
  handler: async (ctx, { ownerId }) => (await passwordAccountOf(ctx, ownerId))?.secret ?? null,
});

/** Whoever else knew the one before is signed out. */
export const changePassword = internalMutation({
  args: { ownerId: v.id("users"), hash: v.string() },
  returns: v.null(),
  handler: async (ctx, { ownerId, hash }) => {
    await replacePassword(ctx, ownerId, hash);
    return null;
  },
});

export const beginAddressChange = internalMutation({
  args: { ownerId: v.id("users"), to: v.string() },
  returns: addressStep,
  handler: async (ctx, { ownerId, to }) =>
    await beginChange(ctx, await requireOwnerDoc(ctx, ownerId), to),
});

export const mailReset = internalMutation({
  args: { resetId: v.id("passwordResets") },
  returns: v.null(),
  handler: async (ctx, { resetId }) => {
    await mailResetLink(ctx, resetId);
    return null;
  },
});

export const checkResetProof = internalMutation({
  args: { proof: resetProof },
  returns: checkedProof,
  handler: async (ctx, { proof }) => await checkProof(ctx, proof),
});

export const finishReset = internalMutation({
  args: { resetId: v.id("passwordResets"), hash: v.string() },
  returns: v.union(v.null(), v.id("users")),
  handler: async (ctx, { resetId, hash }) => await finish(ctx, resetId, hash),
});

/** Whether the address is confirmed, as a trial asks for. Otherwise the plan is kept for when it is. */
export const mayTryPlan = internalMutation({
  args: { ownerId: v.id("users"), planType: paidPlanType },
  returns: v.boolean(),
  handler: async (ctx, { ownerId, planType }) => {
    const owner = await requireOwnerDoc(ctx, ownerId);
    if (isAddressSure(owner)) return true;
    await choosePlan(ctx, owner, planType);
    return false;
  },
});

/** Whose session an action runs in. */
export const ownerId = internalQuery({
  args: {},
  returns: v.union(v.null(), v.id("users")),
  handler: async (ctx) => (await findOwner(ctx))?._id ?? null,
});
