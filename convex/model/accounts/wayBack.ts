/** The browser's way to Google or GitHub and back: the library's, which keeps to itself why it failed. */
import type { PublicHttpAction } from "convex/server";
import { ConvexError } from "convex/values";
import type { ActionCtx } from "../../_generated/server";
import type { UserError } from "../../catalog/errors";
import { required } from "../../env";

/** What `convex/server` keeps of an HTTP action. */
type Handled = PublicHttpAction & {
  _handler?: (ctx: ActionCtx, request: Request) => Promise<Response>;
};

/**
 * Goes the library's way, and where that leads back without a code, tells the page for signing in why: the reason
 * that our own function gave, that the owner changed their mind, or that something failed.
 */
export function tellingWhy(action: Handled | undefined) {
  const go = action?._handler;
  return async (ctx: ActionCtx, request: Request): Promise<Response> => {
    // None of their keys is set.
    if (go === undefined) return new Response(null, { status: 404 });
    const { searchParams } = new URL(request.url);
    let why = searchParams.get("error") === "access_denied" ? "cancelled" : "failed";
    const runMutation: ActionCtx["runMutation"] = async (...asked) => {
      try {
        return await ctx.runMutation(...asked);
      } catch (error) {
        if (error instanceof ConvexError) why = (error.data as UserError).code;
        throw error;
      }
    };
    const response = await go({ ...ctx, runMutation }, request);
    const login = `${required("SITE_URL")}/login`;
    const back = new URL(response.headers.get("Location") ?? login);
    // On its way to them, or back with what ends the sign-in.
    if (!isOurs(back) || back.searchParams.has("code")) return response;
    back.searchParams.set("failed", why);
    return new Response(null, { status: 302, headers: { Location: back.href } });
  };
}

function isOurs({ origin }: URL): boolean {
  return origin === new URL(required("SITE_URL")).origin;
}
