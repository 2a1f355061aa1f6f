/**
 * Receives the API's requests. Does not look up the session, which throws on Convex for a bearer that is not one of its
 * tokens. Where a key is needed there are no CORS headers on purpose: a key in a web page would be public.
 */
import { ConvexError } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx } from "../_generated/server";
import { networkOf } from "../lib/network";
import { API_PATH } from "../shared/apiKeys";
import { MESSAGES } from "../shared/messages";
import type { Admission, Allowance } from "./admission";
import { NOT_FOUND, Refusal, tooManyRequests } from "./apiError";
import { isKeyText, keyHashOf } from "./keyText";
import { answer, refuse } from "./response";
import { type Route, ROUTES, staleCursor } from "./routes";
import { type ApiAnswer, WITHOUT_KEY } from "./withoutKey";

const METHODS = ["GET", "HEAD"];
const REALM = 'Bearer realm="api"';

export async function answerApi(ctx: ActionCtx, request: Request): Promise<Response> {
  try {
    return await handle(ctx, request);
  } catch (error) {
    if (error instanceof Refusal) return refuse(error);
    if (isStaleCursor(error)) return refuse(staleCursor());
    console.error("An API request failed", error);
    return refuse(new Refusal({ code: "internal_error", message: MESSAGES.somethingWrong }));
  }
}

async function handle(ctx: ActionCtx, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(API_PATH.length);
  const answerPath = WITHOUT_KEY[path] ?? withKey(path);
  if (answerPath === null) throw new Refusal(NOT_FOUND);
  if (!METHODS.includes(request.method)) {
    const message = "The API is read-only.";
    throw new Refusal({ code: "method_not_allowed", message }, { Allow: METHODS.join(", ") });
  }
  return await answerPath(ctx, request);
}

/** Null if there is no such path. */
function withKey(path: string): ApiAnswer | null {
  const found = routeOf(path);
  return found === null ? null : (ctx, request) => answerRoute(ctx, request, found);
}

async function answerRoute(
  ctx: ActionCtx,
  request: Request,
  { route, id }: FoundRoute,
): Promise<Response> {
  const { ownerId, scopes, allowance } = await admit(ctx, request);
  const headers = { "Cache-Control": "private, no-cache", ...headersOf(allowance) };
  if (!scopes.includes(route.scope)) {
    const challenge = `${REALM}, error="insufficient_scope", scope="${route.scope}"`;
    const message = `This key does not have the scope ${route.scope}.`;
    const refused = { "WWW-Authenticate": challenge, ...headers };
    throw new Refusal({ code: "scope_missing", message }, refused);
  }
  const given = new URL(request.url).searchParams;
  const body = await route.handle(ctx, { ownerId, id, given });
  if (body === null) throw new Refusal(NOT_FOUND, headers);
  return await answer(request, body, { ...headers, Vary: "Authorization" });
}

interface FoundRoute {
  route: Route;
  id: string;
}

function routeOf(path: string): FoundRoute | null {
  const [, collection = "", id = "", ...rest] = path.split("/");
  const isOne = path === `/${collection}/${id}` && id !== "";
  if (rest.length > 0 || (!isOne && path !== `/${collection}`)) return null;
  const routePath = isOne ? `/${collection}/{id}` : path;
  const route = ROUTES.find((one) => one.path === routePath);
  return route === undefined ? null : { route, id };
}

async function admit(
  ctx: ActionCtx,
  request: Request,
): Promise<Extract<Admission, { kind: "admitted" }>> {
  const header = request.headers.get("Authorization");
  if (header === null) {
    const message = "The key is missing. Send it as Authorization: Bearer <key>";
    throw new Refusal({ code: "key_missing", message }, { "WWW-Authenticate": REALM });
  }
  const key = /^Bearer +(\S+)$/i.exec(header)?.[1] ?? "";
  // Checks the form first, so that a typing mistake does not count as a guess.
  if (!isKeyText(key)) throw refusedKey("This is not a complete key.");
  const { ip } = await ctx.meta.getRequestMetadata();
  const hash = await keyHashOf(key);
  const admission = await ctx.runMutation(internal.publicApi.admission.admit, {
    hash,
    network: networkOf(ip),
  });
  if (admission.kind === "refused") throw refusedKey("This key is no longer valid.");
  if (admission.kind === "admitted") return admission;
  throw tooManyRequests(admission.retryAfterMs);
}

function refusedKey(message: string): Refusal {
  const challenge = `${REALM}, error="invalid_token"`;
  return new Refusal({ code: "key_refused", message }, { "WWW-Authenticate": challenge });
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-10. */
function headersOf({ remaining, limit, windowMs, resetsInMs }: Allowance): Record<string, string> {
  return {
    "RateLimit-Policy": `"key";q=${limit};w=${Math.ceil(windowMs / 1000)}`,
    RateLimit: `"key";r=${remaining};t=${Math.ceil(resetsInMs / 1000)}`,
  };
}

/** Convex throws this for a cursor that is older than a change of its index. convex/react checks the same field. */
function isStaleCursor(error: unknown): boolean {
  const data = error instanceof ConvexError ? (error.data as unknown) : null;
  return (
    typeof data === "object" &&
    data !== null &&
    (data as { paginationError?: unknown }).paginationError === "InvalidCursor"
  );
}
