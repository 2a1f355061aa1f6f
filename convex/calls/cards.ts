/** What the page shows beside a typed answer. */
import { type Infer, v } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { proposalOf, shownProposal } from "../assistantActions/shownProposal";
import { shownSlip, slipOf } from "../assistantActions/slip";
import type { TypedEvent } from "../shared/typedEvents";
import { shownDetail, shownDetails } from "./details";

export const shownCards = v.object({
  /** What the assistant asks a yes to. */
  proposal: v.union(shownProposal, v.null()),
  /** What was done after one. */
  slip: v.union(shownSlip, v.null()),
  /** What is noted of the things to find out. */
  details: v.array(shownDetail),
});
type ShownCards = Infer<typeof shownCards>;

export async function cardsOf(ctx: QueryCtx, callId: Id<"calls">): Promise<ShownCards> {
  return {
    proposal: await proposalOf(ctx, callId),
    slip: await slipOf(ctx, callId),
    details: await shownDetails(ctx, callId),
  };
}

export function eventsOf({ proposal, slip, details }: ShownCards): TypedEvent[] {
  return [
    ...(proposal === null ? [] : [{ proposal }]),
    ...(slip === null ? [] : [{ slip }]),
    ...(details.length === 0 ? [] : [{ details }]),
  ];
}
