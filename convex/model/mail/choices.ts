/** Which mail an owner wants. What nobody can do without is in no group, and always sent. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Message } from "./mailFields";
import { isLinkKeyFor, linkKeyFor } from "./proofs";
import { isMailOn } from "./sending";

export const mailGroup = literals("usage", "summary");
export type MailGroup = Infer<typeof mailGroup>;

/** Of an owner's own document, so that each goes where that goes. */
export const mailChoiceFields = {
  /** Missing: usage and spending are told. */
  isUsageMailOff: v.optional(v.literal(true)),
  /** When the next weekly summary is made; missing: none is wanted. */
  summaryDueAtMs: v.optional(v.number()),
};

type Owner = Doc<"users">;

const GROUPS: Partial<Record<Message["template"], MailGroup>> = {
  usage: "usage",
  spending: "usage",
  summary: "summary",
};

/** Null for what cannot be turned off. */
export function groupOf({ template }: Message): MailGroup | null {
  return GROUPS[template] ?? null;
}

export function isWanted(owner: Owner, message: Message): boolean {
  const group = groupOf(message);
  return group === null || choicesOf(owner)[group];
}

export const mailChoices = v.object({ usage: v.boolean(), summary: v.boolean() });

export function choicesOf(owner: Owner): Infer<typeof mailChoices> {
  return {
    usage: owner.isUsageMailOff !== true,
    summary: owner.summaryDueAtMs !== undefined,
  };
}

/** Null where no mail can be sent. */
export function shownChoices(owner: Owner): Infer<typeof mailChoices> | null {
  return isMailOn() ? choicesOf(owner) : null;
}

export async function choose(
  ctx: MutationCtx,
  owner: Owner,
  { group, isOn }: { group: MailGroup; isOn: boolean },
): Promise<void> {
  if (choicesOf(owner)[group] === isOn) return;
  const change =
    group === "usage"
      ? { isUsageMailOff: isOn ? undefined : (true as const) }
      : { summaryDueAtMs: isOn ? mondayAfter(Date.now()) : undefined };
  await ctx.db.patch("users", owner._id, change);
}

const DAY_MS = 24 * 3_600_000;
export const WEEK_MS = 7 * DAY_MS;
/** The epoch began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Weeks are those of UTC, from Monday to Monday. */
export function mondayAfter(ms: number): number {
  return FIRST_MONDAY_MS + (Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS) + 1) * WEEK_MS;
}

/** Says whose mail of which group is to stop, and that this was read in a mail. It stays good. */
export async function unsubscribeKey(ownerId: Id<"users">, group: MailGroup): Promise<string> {
  return `${ownerId}.${group}.${await linkKeyFor(unsubscribing(ownerId, group))}`;
}

export interface Unsubscription {
  ownerId: string;
  group: MailGroup;
}

/** Null for a key that is none. */
export async function readUnsubscribeKey(key: string): Promise<Unsubscription | null> {
  const [ownerId = "", name = "", given = ""] = key.split(".");
  const group = mailGroup.members.find(({ value }) => value === name)?.value;
  if (group === undefined) return null;
  return (await isLinkKeyFor(unsubscribing(ownerId, group), given)) ? { ownerId, group } : null;
}

/** Of an account that is gone nothing is left to turn off. */
export async function unsubscribe(
  ctx: MutationCtx,
  { ownerId, group }: Unsubscription,
): Promise<void> {
  const known = ctx.db.normalizeId("users", ownerId);
  const owner = known === null ? null : await ctx.db.get("users", known);
  if (owner !== null) await choose(ctx, owner, { group, isOn: false });
}

function unsubscribing(ownerId: string, group: MailGroup): string {
  return `unsubscribe ${ownerId} ${group}`;
}
