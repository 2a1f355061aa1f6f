import { ownerAction } from "./functions";
import { countOwnerRequest } from "./model/common/rateLimits";
import { checkOverage, overageCheck } from "./model/money/charges/overageCheck";

export const triggerOverageCheck = ownerAction({
  args: {},
  returns: overageCheck,
  handler: async (ctx) => {
    await countOwnerRequest(ctx, "overageChecks", ctx.ownerId);
    return await checkOverage(ctx, ctx.ownerId);
  },
});
