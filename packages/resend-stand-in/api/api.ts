/** Resend's API. Each step of a request is a middleware, in the order of Resend's own checks. */
import { Hono } from "hono";
import type { MiddlewareHandler } from "hono";
import type { Clock } from "@hark/stand-in-kit/clock";
import { hangUp, hasHungUp } from "@hark/stand-in-kit/http-app";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { isSameSecret } from "@hark/stand-in-kit/same-secret";
import { MailError, isRefusalName, notSimulated } from "../errors.ts";
import { LOCAL_KEY } from "../keys.ts";
import type { Keys } from "../keys.ts";
import { isKnownPath, operationFor } from "../published/document.ts";
import type { Witness } from "../witness.ts";
import type { Fault, Faults } from "./faults.ts";
import type { Idempotency } from "./idempotency.ts";
import { notVerified } from "./message.ts";
import type { RateLimit } from "./rate-limit.ts";
import { idempotencyKeyOf, jsonBody, parseJson } from "./request.ts";

export interface ApiOptions {
  keys: Keys;
  clock: Clock;
  /** The routes of the resources. */
  resources: Hono<AppEnv>[];
  faults: Faults;
  rateLimit: RateLimit;
  idempotency: Idempotency;
  witness: Witness | undefined;
  onError: (error: unknown) => void;
}

interface ApiEnv extends AppEnv {
  Variables: {
    rateLimitHeaders: Record<string, string>;
    overLimit: MailError | null;
    fault: Fault | null;
  };
}
type Middleware = MiddlewareHandler<ApiEnv>;

export function createApi(options: ApiOptions): Hono<ApiEnv> {
  const { keys, clock, faults, rateLimit, idempotency, witness } = options;
  const app = new Hono<ApiEnv>();
  if (witness !== undefined) app.use(showTo(witness));
  app.use(requireUserAgent, countRequest(rateLimit), authenticate(keys), takeFault(faults));
  app.use(holdKey(idempotency), applyLateFault(clock), replay(idempotency));
  for (const resource of options.resources) app.route("/", resource);
  app.all("*", ({ req: { method, path } }) => {
    if (operationFor(method, path) !== null) throw notSimulated(`${method} ${path}`);
    throw new MailError(isKnownPath(path) ? "method_not_allowed" : "not_found");
  });
  app.onError((error) => {
    if (error instanceof MailError) return error.toResponse();
    options.onError(error);
    return new MailError("internal_server_error").toResponse();
  });
  return app;
}

function showTo(witness: Witness): Middleware {
  return async (c, next) => {
    await next();
    if (hasHungUp(c)) return;
    const { method, path, url } = c.req;
    const query = new URL(url).searchParams;
    const responseBody = parseJson(await c.res.clone().text());
    witness.exchange({
      method,
      path,
      query,
      requestBody: await jsonBody(c),
      status: c.res.status,
      responseBody,
    });
  };
}

/** https://resend.com/docs/knowledge-base/403-error-1010 */
const requireUserAgent: Middleware = async (c, next) => {
  if ((c.req.header("User-Agent") ?? "") === "") {
    return new Response("error code: 1010\n", { status: 403 });
  }
  await next();
};

/** Also counts requests without a valid key. They get the error about the key, not the one about the limit. */
function countRequest(rateLimit: RateLimit): Middleware {
  return async (c, next) => {
    const { headers, refusal } = rateLimit.count();
    c.set("rateLimitHeaders", headers);
    c.set("overLimit", refusal);
    await next();
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
  };
}

/** Accepts only the keys of this data folder. */
function authenticate({ apiKey, sendingKey }: Keys): Middleware {
  return async (c, next) => {
    const { method, path } = c.req;
    const given = /^Bearer (\S+)$/i.exec(c.req.header("Authorization") ?? "")?.[1];
    if (given === undefined) throw new MailError("missing_api_key");
    if (isSameSecret(given, sendingKey)) {
      const isSending = method === "POST" && /^\/emails(\/batch)?$/.test(path);
      if (!isSending) throw new MailError("restricted_api_key");
    } else if (!isSameSecret(given, apiKey)) {
      throw new MailError("invalid_api_key", invalidKeyText(given));
    }
    if (c.var.overLimit !== null) throw c.var.overLimit;
    await next();
  };
}

function invalidKeyText(given: string): string {
  return given.startsWith(LOCAL_KEY) || !given.startsWith("re_")
    ? "API key is invalid."
    : `API key is invalid. This is a stand-in for Resend on your own machine: it takes keys that begin with ${LOCAL_KEY}, and a real key must never be sent to it.`;
}

/** Applies the next matching fault: refuses, closes the connection, or leaves it to `applyLateFault`. */
function takeFault(faults: Faults): Middleware {
  return async (c, next) => {
    const fault = faults.take(c.req.method, c.req.path);
    c.set("fault", fault);
    const kind = fault?.kind;
    if (kind === "no_answer") return hangUp(c);
    if (kind === "domain_not_verified") throw notVerified("ordered.example");
    if (kind === "rate_limit_exceeded") {
      Object.assign(c.var.rateLimitHeaders, { "ratelimit-remaining": "0", "retry-after": "1" });
    }
    if (kind !== undefined && isRefusalName(kind)) throw new MailError(kind);
    await next();
  };
}

/** Faults of requests that were executed: the response is lost or late. */
function applyLateFault(clock: Clock): Middleware {
  return async (c, next) => {
    await next();
    const { fault } = c.var;
    if (fault?.kind === "lost_answer") c.res = hangUp(c);
    if (fault?.kind === "slow") {
      await new Promise<void>((resolve) => {
        clock.schedule(clock.now() + fault.seconds * 1000, resolve);
      });
    }
  };
}

/** Refuses a second request with the same key until the first one has a response. */
function holdKey(idempotency: Idempotency): Middleware {
  return async (c, next) => {
    const key = idempotencyKeyOf(c);
    if (key === null) return next();
    const release = idempotency.hold(key);
    try {
      await next();
    } finally {
      release();
    }
  };
}

/** Repeats the response of the first request. */
function replay(idempotency: Idempotency): Middleware {
  return async (c, next) => {
    const key = idempotencyKeyOf(c);
    if (key === null) return next();
    const request = `${c.req.method} ${c.req.path}\n${await c.req.text()}`;
    const saved = idempotency.recall(key, request);
    if (saved !== null) {
      return new Response(saved, { headers: { "Content-Type": "application/json" } });
    }
    await next();
    if (c.error === undefined) idempotency.save(key, request, await c.res.clone().text());
  };
}
