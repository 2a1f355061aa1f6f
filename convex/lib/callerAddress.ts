/** Tells callers the address by which their calls and sign-ins are counted. */
import type { ActionCtx } from "../_generated/server";

export const CALLER_PATH = "/caller";

/** The doctor sends an address that it made up. If it comes back, callers choose their own and no limit stops them. */
export async function tellCaller(ctx: ActionCtx): Promise<Response> {
  const { ip } = await ctx.meta.getRequestMetadata();
  return Response.json({ address: ip }, { headers: { "Cache-Control": "no-store" } });
}
