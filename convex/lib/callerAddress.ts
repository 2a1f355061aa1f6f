/** Returns the address by which the caller's calls and sign-ins are counted. */
import type { ActionCtx } from "../_generated/server";

export const CALLER_PATH = "/caller";

/** The doctor sends a made-up address. If that comes back, callers can choose their address and evade all limits. */
export async function showCallerAddress(ctx: ActionCtx): Promise<Response> {
  const { ip } = await ctx.meta.getRequestMetadata();
  return Response.json({ address: ip }, { headers: { "Cache-Control": "no-store" } });
}
