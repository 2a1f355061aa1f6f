/** What the API answers without a key. */
import { type ActionCtx, env } from "../_generated/server";
import { PRODUCT_VERSION } from "../lib/productVersion";
import { rateLimiter } from "../lib/rateLimits";
import { tooManyRequests } from "./apiError";
import { apiDocument } from "./openApiDocument";
import { answer } from "./response";
import { DOCUMENT_PATH, VERSION_PATH } from "./routes";

export type ApiAnswer = (ctx: ActionCtx, request: Request) => Promise<Response>;

/** By their paths below /v1. */
export const WITHOUT_KEY: Partial<Record<string, ApiAnswer>> = {
  [DOCUMENT_PATH]: (_ctx, request) =>
    answer(request, apiDocument(env.CONVEX_SITE_URL), { "Cache-Control": "public, max-age=300" }),
  [VERSION_PATH]: answerVersion,
};

async function answerVersion(ctx: ActionCtx, request: Request): Promise<Response> {
  const { ip } = await ctx.meta.getRequestMetadata();
  const { ok, retryAfter } = await rateLimiter.limit(ctx, "statusByNetwork", { key: ip });
  if (!ok) throw tooManyRequests(retryAfter);
  return await answer(
    request,
    { version: PRODUCT_VERSION },
    {
      "Cache-Control": "public, max-age=60",
      // The app compares it with its own.
      "Access-Control-Allow-Origin": "*",
    },
  );
}
