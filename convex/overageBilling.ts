import { checkOverage, overageCheck } from "./billing/overage/check";
import { ownerAction } from "./lib/functions";
import { countOwnerRequest } from "./lib/rateLimits";

export const triggerOverageCheck = ownerAction({
  args: {},
  returns: overageCheck,
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "overageChecks", ctx.ownerId);
    return await checkOverage(ctx, ctx.ownerId);
  },
});
