/** Adds a calendar from the owner's link. What is needed stands on its public page, so the owner pastes nothing else. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { insertCalendar } from "../assistantActions/actions";
import { calendarOn, checkedLink } from "../assistantActions/calendarPage";
import { calendar } from "../assistantActions/table";
import { internalMutation } from "../lib/internalFunctions";
import { requireOwnerDoc } from "../lib/owner";
import { countOwnerRequest } from "../lib/rateLimits";
import { userError } from "../lib/userError";
import { ACTION_REFUSALS } from "../shared/actionMessages";
import { isTimeZone } from "../shared/openingHours";
import { fetchEventPage } from "../vendors/calCom";
import { requireOwnAssistant, startSync } from "./assistants";

const ofOwner = { ownerId: v.id("users"), assistantId: v.id("assistants") };

interface Given {
  ownerId: Id<"users">;
  assistantId: Id<"assistants">;
  link: string;
  /** The owner's, for calendars without one. */
  timeZone: string;
}

export async function addCalendarFrom(
  ctx: ActionCtx,
  { ownerId, assistantId, link, timeZone }: Given,
): Promise<void> {
  const url = checkedLink(link);
  await ctx.runMutation(internal.assistants.addedCalendar.admit, { ownerId, assistantId });
  const page = await fetchEventPage(url);
  if (page === null || page.status >= 500) {
    throw userError("calendar_unavailable", ACTION_REFUSALS.calendarUnread);
  }
  const ownTimeZone = isTimeZone(timeZone) ? timeZone : "UTC";
  const found = page.isOk ? calendarOn(page.text, url, ownTimeZone) : null;
  if (found === null) throw userError("invalid_input", ACTION_REFUSALS.calendarGone);
  await ctx.runMutation(internal.assistants.addedCalendar.attach, {
    ...{ ownerId, assistantId },
    calendar: found,
  });
}

/** Before anything is requested. */
export const admit = internalMutation({
  args: ofOwner,
  returns: v.null(),
  handler: async (ctx, { ownerId, assistantId }) => {
    await requireOwnAssistant({ ...ctx, owner: await requireOwnerDoc(ctx, ownerId) }, assistantId);
    await countOwnerRequest(ctx, "actionTests", ownerId);
    return null;
  },
});

export const attach = internalMutation({
  args: { ...ofOwner, calendar },
  returns: v.null(),
  handler: async (ctx, { ownerId, assistantId, calendar: added }) => {
    const asOwner = { ...ctx, owner: await requireOwnerDoc(ctx, ownerId) };
    const assistant = await requireOwnAssistant(asOwner, assistantId);
    await insertCalendar(ctx, assistant, added);
    await startSync(ctx, assistant);
    return null;
  },
});
