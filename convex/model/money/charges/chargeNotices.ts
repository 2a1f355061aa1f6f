/** What an owner is told of extra minutes that could not be charged. */
import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { isMailOn } from "../../mail/sending";
import { tell, type Notice } from "../../mail/telling";
import { GRACE_TOLD_MS, unpaidCharges } from "./unpaidCharges";

type Charge = Doc<"overageCharges">;

export async function tellOfCharges(ctx: MutationCtx, ownerId: Id<"users">): Promise<void> {
  if (!isMailOn()) return;
  await tell(ctx, ownerId, await chargeNotices(ctx, ownerId));
}

export async function chargeNotices(ctx: QueryCtx, ownerId: Id<"users">): Promise<Notice[]> {
  return (await unpaidCharges(ctx, ownerId)).flatMap(noticesOf);
}

function noticesOf(charge: Charge): Notice[] {
  const { _id, confirmUrl, payUrl: url = confirmUrl, amountCents, graceEndsAtMs } = charge;
  if (url === undefined || graceEndsAtMs === undefined) return [];
  const nowMs = Date.now();
  const isServed = nowMs < graceEndsAtMs;
  const what = confirmUrl === undefined ? "overage_refused" : "overage";
  const untilMs = isServed ? graceEndsAtMs : null;
  const refusal: Notice = {
    key: `${what}/${_id}`,
    message: { template: "payment", what, amountCents, planName: null, url, untilMs },
  };
  if (!isServed || nowMs < graceEndsAtMs - GRACE_TOLD_MS) return [refusal];
  const ending: Notice = {
    key: `graceEnding/${_id}`,
    message: { template: "graceEnding", amountCents, url, untilMs: graceEndsAtMs },
    usefulUntilMs: graceEndsAtMs,
  };
  return [refusal, ending];
}
