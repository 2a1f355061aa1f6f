/** Which mail an owner wants. What nobody can do without is in no group, and always sent. */
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

export const mailGroup = literals("usage", "summary");
export type MailGroup = Infer<typeof mailGroup>;

type Owner = Doc<"users">;

const GROUPS: Partial<Record<Message["template"], MailGroup>> = {
  usage: "usage",
  spending: "usage",
  dailyLimit: "usage",
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

export async function saveChoices(
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

/** The epoch began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Weeks are those of UTC, from Monday to Monday. */
export function mondayAfter(ms: number): number {
  return FIRST_MONDAY_MS + (Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS) + 1) * WEEK_MS;
}

/** What a mail can turn off: its kind for its owner, or all that goes to one recipient. */
export const stoppable = literals("usage", "summary", "outcomes");
type Stoppable = Infer<typeof stoppable>;

/** Says whose mail of which kind is to stop, and that this was read in a mail. It stays good. */
export async function unsubscribeKey(
  whose: Id<"users"> | Id<"outcomeRecipients">,
  what: Stoppable,
): Promise<string> {
  return `${whose}.${what}.${await linkKeyFor(unsubscribing(whose, what))}`;
}

export interface Unsubscription {
  /** An owner's id, or a recipient's. */
  whose: string;
  what: Stoppable;
}

/** Null for a key that is none. */
export async function readUnsubscribeKey(key: string): Promise<Unsubscription | null> {
  const [whose = "", name = "", given = ""] = key.split(".");
  const what = stoppable.members.find(({ value }) => value === name)?.value;
  if (what === undefined) return null;
  return (await isLinkKeyFor(unsubscribing(whose, what), given)) ? { whose, what } : null;
}

/** Of an account that is gone nothing is left to turn off. */
export async function unsubscribeOwner(
  ctx: MutationCtx,
  { whose, what }: Unsubscription,
): Promise<void> {
  if (what === "outcomes") {
    await removeRecipientByLink(ctx, whose);
    return;
  }
  const known = ctx.db.normalizeId("users", whose);
  const owner = known === null ? null : await ctx.db.get("users", known);
  if (owner !== null) await saveChoices(ctx, owner, { group: what, isOn: false });
}

export const unsubscribe = internalMutation({
  args: { whose: v.string(), what: stoppable },
  returns: v.null(),
  handler: async (ctx, unsubscription) => {
    await unsubscribeOwner(ctx, unsubscription);
    return null;
  },
});

function unsubscribing(whose: string, what: Stoppable): string {
  return `unsubscribe ${whose} ${what}`;
}
