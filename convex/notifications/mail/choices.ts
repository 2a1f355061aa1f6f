/** Which mail an owner wants. Mail that owners need belongs to no group, and is always sent. */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { internalMutation } from "../../lib/internalFunctions";
import { DAY_MS, WEEK_MS } from "../../shared/durations";
import { isLinkKeyFor, linkKeyFor } from "./linkKeys";
import { removeRecipientByLink } from "./recipientLinks";
import { isMailOn } from "./send";
import type { Message } from "./table";

export const mailGroup = literals("usage", "nightly", "summary");
export type MailGroup = Infer<typeof mailGroup>;

type Owner = Doc<"users">;

const GROUPS: Partial<Record<Message["template"], MailGroup>> = {
  usage: "usage",
  spending: "usage",
  dailyLimit: "usage",
  nightlyCheck: "nightly",
  summary: "summary",
};

/** Null if such mail cannot be turned off. */
export function groupOf({ template }: Message): MailGroup | null {
  return GROUPS[template] ?? null;
}

export function isWanted(owner: Owner, message: Message): boolean {
  const group = groupOf(message);
  return group === null || choicesOf(owner)[group];
}

export const mailChoices = v.object({
  usage: v.boolean(),
  nightly: v.boolean(),
  summary: v.boolean(),
});

export function choicesOf(owner: Owner): Infer<typeof mailChoices> {
  return {
    usage: owner.isUsageMailOff !== true,
    nightly: owner.isNightlyMailOff !== true,
    summary: owner.summaryDueAtMs !== undefined,
  };
}

/** Null without a mail service. */
export function shownChoices(owner: Owner): Infer<typeof mailChoices> | null {
  return isMailOn() ? choicesOf(owner) : null;
}

export async function saveChoices(
  ctx: MutationCtx,
  owner: Owner,
  { group, isOn }: { group: MailGroup; isOn: boolean },
): Promise<void> {
  if (choicesOf(owner)[group] === isOn) return;
  await ctx.db.patch("users", owner._id, changeFor(group, isOn));
}

function changeFor(group: MailGroup, isOn: boolean): Partial<Owner> {
  const off = isOn ? undefined : true;
  switch (group) {
    case "usage":
      return { isUsageMailOff: off };
    case "nightly":
      return { isNightlyMailOff: off };
    case "summary":
      return { summaryDueAtMs: isOn ? mondayAfter(Date.now()) : undefined };
  }
}

/** The epoch began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Weeks begin on Monday, in UTC. */
export function mondayAfter(ms: number): number {
  return FIRST_MONDAY_MS + (Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS) + 1) * WEEK_MS;
}

/** What an unsubscribe link turns off: a group of an owner's mail, or all mail to one recipient. */
export const unsubscribeScope = literals("usage", "nightly", "summary", "outcomes");
type UnsubscribeScope = Infer<typeof unsubscribeScope>;

/** The key of an unsubscribe link. It does not expire. */
export async function createUnsubscribeKey(
  subscriberId: Id<"users"> | Id<"outcomeRecipients">,
  scope: UnsubscribeScope,
): Promise<string> {
  return `${subscriberId}.${scope}.${await linkKeyFor(unsubscribePurpose(subscriberId, scope))}`;
}

export interface Unsubscription {
  /** An owner's id, or a recipient's. */
  subscriberId: string;
  scope: UnsubscribeScope;
}

/** Null if the key is not valid. */
export async function readUnsubscribeKey(key: string): Promise<Unsubscription | null> {
  const [subscriberId = "", name = "", signature = ""] = key.split(".");
  const scope = unsubscribeScope.members.find(({ value }) => value === name)?.value;
  if (scope === undefined) return null;
  const isValid = await isLinkKeyFor(unsubscribePurpose(subscriberId, scope), signature);
  return isValid ? { subscriberId, scope } : null;
}

/** Does nothing if the account was deleted. */
export async function unsubscribeOwner(
  ctx: MutationCtx,
  { subscriberId, scope }: Unsubscription,
): Promise<void> {
  if (scope === "outcomes") {
    await removeRecipientByLink(ctx, subscriberId);
    return;
  }
  const ownerId = ctx.db.normalizeId("users", subscriberId);
  const owner = ownerId === null ? null : await ctx.db.get("users", ownerId);
  if (owner !== null) await saveChoices(ctx, owner, { group: scope, isOn: false });
}

export const unsubscribe = internalMutation({
  args: { subscriberId: v.string(), scope: unsubscribeScope },
  returns: v.null(),
  handler: async (ctx, unsubscription) => {
    await unsubscribeOwner(ctx, unsubscription);
    return null;
  },
});

function unsubscribePurpose(subscriberId: string, scope: UnsubscribeScope): string {
  return `unsubscribe ${subscriberId} ${scope}`;
}
