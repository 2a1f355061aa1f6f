/** What a caller is told of itself: the address by which its calls and sign-ins are counted. */
import type { ActionCtx } from "../../_generated/server";

export const CALLER_PATH = "/caller";

/** The doctor asks with an address that it made up: whoever can choose theirs is never held up by a limit. */
export async function tellCaller(ctx: ActionCtx): Promise<Response> {
  const { ip } = await ctx.meta.getRequestMetadata();
  return Response.json({ address: ip }, { headers: { "Cache-Control": "no-store" } });
}
