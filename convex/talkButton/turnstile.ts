/**
 * Cloudflare Turnstile, for operators who set its two keys: a visitor's page gets a page token only in exchange for a
 * Turnstile token that Cloudflare confirms. docs/decisions/0034-turnstile.md
 */
import type { ActionCtx } from "../_generated/server";
import type { TurnstileSetting } from "../assistants/table";
import { alertOperator } from "../lib/alert";
import { optional, required } from "../lib/env";
import { rateLimiter } from "../lib/rateLimits";
import { MESSAGES } from "../shared/messages";
import { TURNSTILE_ACTION } from "../shared/turnstile";
import { checkToken, MAX_TOKEN_LENGTH, TURNSTILE_URL } from "../vendors/turnstile";

export type TurnstileRefusal = { code: string; status: number; message: string };

const REQUIRED = refusal("turnstile_required", 403, MESSAGES.pageOutdated);
const REFUSED = refusal("turnstile_refused", 403, MESSAGES.somethingWrong);
const UNAVAILABLE = refusal("turnstile_unavailable", 503, MESSAGES.somethingWrong);

/** One key without the other counts as none: the deploy and the doctor name the missing one. */
export function isTurnstileOn(): boolean {
  return keys() !== null;
}

/** Null if the operator has set no keys. */
export function turnstileOfPage(): TurnstileSetting | null {
  const { siteKey } = keys() ?? {};
  if (siteKey === undefined) return null;
  return { siteKey, scriptUrl: `${turnstileUrl()}/turnstile/v0/api.js?render=explicit` };
}

/** Why a page with this Turnstile token gets no page token. Null if it gets one, as every page does without the keys. */
export async function requireTurnstile(
  ctx: ActionCtx,
  embedId: string,
  token: unknown,
): Promise<TurnstileRefusal | null> {
  const { secretKey } = keys() ?? {};
  if (secretKey === undefined) return null;
  // Obviously invalid tokens are refused without a request to Cloudflare.
  if (typeof token !== "string" || token === "") return REQUIRED;
  if (token.length > MAX_TOKEN_LENGTH) return REFUSED;
  const { ip: visitorAddress } = await ctx.meta.getRequestMetadata();
  const verdict = await checkToken({ url: turnstileUrl(), secretKey, token, visitorAddress });
  switch (verdict.kind) {
    case "valid":
      if (!isFromOurHost(verdict.hostname)) {
        await alertTurnstileFailure(
          ctx,
          `a token is from the host ${String(verdict.hostname)}, not from SITE_URL`,
        );
        return REFUSED;
      }
      return isFor(embedId, verdict) ? null : REFUSED;
    case "invalid":
      return REFUSED;
    case "unknown":
      await alertTurnstileFailure(ctx, verdict.reason);
      return UNAVAILABLE;
    default:
      return verdict satisfies never;
  }
}

/** False if the widget's hostname is not the app's (which its operator can change), or if the key is one for tests. */
function isFromOurHost(hostname: unknown): boolean {
  return hostname === new URL(required("SITE_URL")).hostname;
}

/** Refuses tokens for another assistant, or from another page of the operator's. */
function isFor(embedId: string, { action, cdata }: { action: unknown; cdata: unknown }): boolean {
  return action === TURNSTILE_ACTION && cdata === embedId;
}

/** No visitor can start a call meanwhile, so the operator has to know. A few alerts an hour are enough. */
async function alertTurnstileFailure(ctx: ActionCtx, reason: string): Promise<void> {
  const { ok } = await rateLimiter.limit(ctx, "turnstileAlerts", { key: "deployment" });
  if (ok) alertOperator("Turnstile does not confirm visitors, so no call can start", { reason });
}

function keys(): { siteKey: string; secretKey: string } | null {
  const siteKey = optional("TURNSTILE_SITE_KEY");
  const secretKey = optional("TURNSTILE_SECRET_KEY");
  return siteKey === null || secretKey === null ? null : { siteKey, secretKey };
}

function turnstileUrl(): string {
  return optional("TURNSTILE_API_URL") ?? TURNSTILE_URL;
}

function refusal(code: string, status: number, message: string): TurnstileRefusal {
  return { code, status, message };
}
