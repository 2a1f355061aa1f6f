/**
 * Where requests come in. Nothing asks who is signed in: on Convex that fails for a bearer that is no session's.
 * No header lets pages of other origins read the answers, on purpose: a key in a page is everybody's.
 */
import { ConvexError } from "convex/values";
import { internal } from "../_generated/api";
import { type ActionCtx, env } from "../_generated/server";
import { networkOf } from "../lib/network";
import { API_PATH } from "../shared/apiKeys";
import { MESSAGES } from "../shared/messages";
import type { Admission, Allowance } from "./admission";
import { NOT_FOUND, Refusal } from "./apiError";
import { isKeyText, keyHashOf } from "./keyText";
import { apiDocument, DOCUMENT_PATH } from "./openApiDocument";
import { answer, refuse } from "./response";
import { type Route, ROUTES, staleCursor } from "./routes";

const METHODS = ["GET", "HEAD"];
const REALM = 'Bearer realm="api"';

export async function answerApi(ctx: ActionCtx, request: Request): Promise<Response> {
  try {
    return await answered(ctx, request);
  } catch (error) {
    if (error instanceof Refusal) return refuse(error);
    if (isStaleCursor(error)) return refuse(staleCursor());
    console.error("The API could not answer", error);
    return refuse(new Refusal({ code: "internal_error", message: MESSAGES.somethingWrong }));
  }
}

async function answered(ctx: ActionCtx, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const path = pathname.slice(API_PATH.length);
  const isDocument = path === DOCUMENT_PATH;
  const found = isDocument ? null : routeOf(path);
  if (found === null && !isDocument) throw new Refusal(NOT_FOUND);
  if (!METHODS.includes(request.method)) {
    const message = "Here you can read only.";
    throw new Refusal({ code: "method_not_allowed", message }, { Allow: METHODS.join(", ") });
  }
  if (found === null) {
    return await answer(request, apiDocument(env.CONVEX_SITE_URL), {
      "Cache-Control": "public, max-age=300",
    });
  }
  const { ownerId, scopes, allowance } = await admitted(ctx, request);
  const { route, id } = found;
  const headers = { "Cache-Control": "private, no-cache", ...headersOf(allowance) };
  if (!scopes.includes(route.scope)) {
    const challenge = `${REALM}, error="insufficient_scope", scope="${route.scope}"`;
    const message = `This key may not do that. It needs the scope ${route.scope}.`;
    const refused = { "WWW-Authenticate": challenge, ...headers };
    throw new Refusal({ code: "scope_missing", message }, refused);
  }
  const body = await route.answered(ctx, { ownerId, id, given: searchParams });
  if (body === null) throw new Refusal(NOT_FOUND, headers);
  return await answer(request, body, { ...headers, Vary: "Authorization" });
}

function routeOf(path: string): { route: Route; id: string } | null {
  const [, collection = "", id = "", ...rest] = path.split("/");
  const isOne = path === `/${collection}/${id}` && id !== "";
  if (rest.length > 0 || (!isOne && path !== `/${collection}`)) return null;
  const wanted = isOne ? `/${collection}/{id}` : path;
  const route = ROUTES.find((one) => one.path === wanted);
  return route === undefined ? null : { route, id };
}

async function admitted(
  ctx: ActionCtx,
  request: Request,
): Promise<Extract<Admission, { is: "admitted" }>> {
  const header = request.headers.get("Authorization");
  if (header === null) {
    const message = "Send your key along: Authorization: Bearer <key>";
    throw new Refusal({ code: "key_missing", message }, { "WWW-Authenticate": REALM });
  }
  const key = /^Bearer +(\S+)$/i.exec(header)?.[1] ?? "";
  // A key with a typing mistake costs nothing, and is no guess.
  if (!isKeyText(key)) throw refusedKey("This is no key, or not all of one.");
  const { ip } = await ctx.meta.getRequestMetadata();
  const asked = { hash: await keyHashOf(key), network: networkOf(ip) };
  const admission = await ctx.runMutation(internal.publicApi.admission.admit, asked);
  if (admission.is === "refused") throw refusedKey("This key is not good any more.");
  if (admission.is === "admitted") return admission;
  const seconds = Math.max(1, Math.ceil(admission.retryAfterMs / 1000));
  throw new Refusal(
    { code: "too_many_requests", message: `Too many requests. Wait ${seconds} seconds.` },
    { "Retry-After": `${seconds}` },
  );
}

function refusedKey(message: string): Refusal {
  const challenge = `${REALM}, error="invalid_token"`;
  return new Refusal({ code: "key_refused", message }, { "WWW-Authenticate": challenge });
}

/** As draft-ietf-httpapi-ratelimit-headers-10 has it. */
function headersOf({ left, most, windowMs, fullInMs }: Allowance): Record<string, string> {
  return {
    "RateLimit-Policy": `"key";q=${most};w=${Math.ceil(windowMs / 1000)}`,
    RateLimit: `"key";r=${left};t=${Math.ceil(fullInMs / 1000)}`,
  };
}

/** What Convex throws for a cursor of before an index was changed: convex/react takes it by the same mark. */
function isStaleCursor(error: unknown): boolean {
  const data = error instanceof ConvexError ? (error.data as unknown) : null;
  return (
    typeof data === "object" &&
    data !== null &&
    (data as { paginationError?: unknown }).paginationError === "InvalidCursor"
  );
}
