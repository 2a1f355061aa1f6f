/** Resend's API: who asks, how often, whether a fault was ordered, and which route answers. */
import type { Clock } from "../../clock.ts";
import { MailError, isRefusalName, notSimulated } from "../errors.ts";
import { LOCAL_KEY, isSameSecret } from "../keys.ts";
import type { Keys } from "../keys.ts";
import { isKnownPath, operationFor } from "../published/document.ts";
import type { Witness } from "../witness.ts";
import type { Fault, Faults } from "./faults.ts";
import type { Idempotency } from "./idempotency.ts";
import { notVerified } from "./message.ts";
import type { RateLimit } from "./rate-limit.ts";
import { match } from "./route.ts";
import type { Route } from "./route.ts";

export interface ApiOptions {
  keys: Keys;
  clock: Clock;
  routes: Route[];
  faults: Faults;
  rateLimit: RateLimit;
  idempotency: Idempotency;
  witness: Witness | undefined;
  onError: (error: unknown) => void;
}

export function createApi(options: ApiOptions) {
  const { keys, clock, routes, faults, rateLimit, idempotency, witness, onError } = options;

  return async (request: Request): Promise<Response | null> => {
    const url = new URL(request.url);
    const text = await request.text();
    const limit: Record<string, string> = {};
    let response: Response | null;
    try {
      response = await answer(request, url, text, limit);
    } catch (error) {
      if (!(error instanceof MailError)) onError(error);
      const known = error instanceof MailError ? error : new MailError("internal_server_error");
      response = known.toResponse();
    }
    if (response === null) return null;
    for (const [name, value] of Object.entries(limit)) response.headers.set(name, value);
    if (witness !== undefined) {
      const { method } = request;
      const shown: unknown = await response
        .clone()
        .json()
        .catch(() => undefined);
      const { pathname: path, searchParams: query } = url;
      witness.exchange({
        ...{ method, path, query, status: response.status },
        sent: parsed(text),
        answer: shown,
      });
    }
    return response;
  };

  async function answer(
    request: Request,
    url: URL,
    text: string,
    limit: Record<string, string>,
  ): Promise<Response | null> {
    // https://resend.com/docs/knowledge-base/403-error-1010
    if ((request.headers.get("User-Agent") ?? "") === "") {
      return new Response("error code: 1010\n", { status: 403 });
    }
    const { headers, refusal } = rateLimit.count();
    Object.assign(limit, headers);
    authenticate(request, url.pathname, keys);
    if (refusal !== null) throw refusal;
    const fault = faults.take(request.method, url.pathname);
    if (fault?.kind === "no_answer") return null;
    if (fault !== null) refuseAs(fault, limit);
    return carryOut(request, url, text, fault);
  }

  async function carryOut(
    request: Request,
    url: URL,
    text: string,
    fault: Fault | null,
  ): Promise<Response | null> {
    const { method } = request;
    const found = match(routes, method, url.pathname);
    if (found === null) throw unknownRoute(method, url.pathname);
    const key = found.route.isIdempotent === true ? request.headers.get("Idempotency-Key") : null;
    const call = { params: found.params, query: url.searchParams, headers: request.headers };
    const run = () => found.route.handle({ ...call, body: parsed(text), idempotencyKey: key });
    if (key === null) return afterwards(fault, run());
    const said = `${method} ${url.pathname}\n${text}`;
    const kept = idempotency.recall(key, said);
    if (kept !== null) return afterwards(fault, jsonText(kept));
    const end = idempotency.begin(key);
    try {
      const response = run();
      idempotency.keep(key, said, await response.clone().text());
      return await afterwards(fault, response);
    } finally {
      end();
    }
  }

  async function afterwards(fault: Fault | null, response: Response): Promise<Response | null> {
    if (fault?.kind === "lost_answer") return null;
    if (fault?.kind === "slow") {
      await new Promise<void>((resolve) => {
        clock.schedule(clock.now() + fault.seconds * 1000, resolve);
      });
    }
    return response;
  }
}

function refuseAs({ kind }: Fault, limit: Record<string, string>): void {
  if (kind === "domain_not_verified") throw notVerified("ordered.example");
  if (!isRefusalName(kind)) return;
  if (kind === "rate_limit_exceeded") {
    Object.assign(limit, { "ratelimit-remaining": "0", "retry-after": "1" });
  }
  throw new MailError(kind);
}

/** Only this folder's own keys open. */
function authenticate(request: Request, pathname: string, { apiKey, sendingKey }: Keys): void {
  const given = /^Bearer (\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (given === undefined) throw new MailError("missing_api_key");
  if (isSameSecret(given, apiKey)) return;
  if (isSameSecret(given, sendingKey)) {
    const maySend = request.method === "POST" && /^\/emails(\/batch)?$/.test(pathname);
    if (maySend) return;
    throw new MailError("restricted_api_key");
  }
  throw new MailError(
    "invalid_api_key",
    given.startsWith(LOCAL_KEY) || !given.startsWith("re_")
      ? "API key is invalid."
      : `API key is invalid. This is a stand-in for Resend on your own machine: it takes keys that begin with ${LOCAL_KEY}, and a real key must never be sent to it.`,
  );
}

function unknownRoute(method: string, pathname: string): MailError {
  if (operationFor(method, pathname) !== null) return notSimulated(`${method} ${pathname}`);
  return new MailError(isKnownPath(pathname) ? "method_not_allowed" : "not_found");
}

function jsonText(body: string): Response {
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
