/** One API request, from its headers to its response. */
import { once } from "node:events";
import { Hono } from "hono";
import type { Context } from "hono";
import { hangUp, hasHungUp } from "@hark/stand-in-kit/http-app";
import type { AppEnv } from "@hark/stand-in-kit/http-app";
import { StripeError, newRequestId } from "../errors.ts";
import { API_VERSION } from "../api-version.ts";
import type { Faults } from "../control/faults.ts";
import type { Simulator } from "../engine/simulator.ts";
import { put } from "../engine/world.ts";
import type { World } from "../engine/world.ts";
import type { Witness } from "../witness.ts";
import { authenticate, requireVersion } from "./authentication.ts";
import { expand } from "./expand.ts";
import { decodeForm } from "./form.ts";
import { fingerprint, keyInUse, recall, requireKeyLength } from "./idempotency.ts";
import { inPublishedTerms } from "./published-refusals.ts";
import { Preview, unrecognized } from "./routing.ts";
import type { Route } from "./routing.ts";

export interface ApiOptions {
  simulator: Simulator;
  routes: Route[];
  faults: Faults;
  secretKey: string;
  witness: Witness | undefined;
  onError: (error: unknown) => void;
}

interface Result {
  status: number;
  body: string;
  requestId: string;
  isReplayed: boolean;
}

/** Rolls a transaction back but keeps its response. */
class RolledBack extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super("The transaction of a preview is rolled back");
    this.result = result;
  }
}

interface Call {
  /** Null for a path without a route. */
  route: Route | null;
  id: string;
  method: string;
  path: string;
  /** The form-encoded parameters as received. */
  form: string;
  requestId: string;
  idempotencyKey: string | null;
}

export function createApi({ simulator, routes, faults, secretKey, witness, onError }: ApiOptions) {
  const app = new Hono<AppEnv>();
  const keysInUse = new Set<string>();

  if (witness !== undefined) {
    app.use(async (c, next) => {
      await next();
      if (hasHungUp(c)) return;
      const { method, path } = c.req;
      const [form, body] = [await formOf(c), await c.res.clone().text()];
      witness.exchange({ method, path, form, status: c.res.status, body });
    });
  }
  for (const route of routes) {
    app.on(route.method, route.path, (c) => respond(c, route, c.req.param("id")));
  }
  app.all("*", (c) => respond(c, null));
  return app;

  async function respond(c: Context<AppEnv>, route: Route | null, id = ""): Promise<Response> {
    const { method, path } = c.req;
    const idempotencyKey = method === "POST" ? (c.req.header("Idempotency-Key") ?? null) : null;
    const requestId = newRequestId();
    const call: Call = {
      route,
      id,
      method,
      path,
      form: await formOf(c),
      requestId,
      idempotencyKey,
    };
    try {
      authenticate(c.req.header("Authorization"), secretKey);
      requireVersion(c.req.header("Stripe-Version"));
      if (idempotencyKey === null) return await withFaults(c, call);
      requireKeyLength(idempotencyKey);
      if (keysInUse.has(idempotencyKey)) throw keyInUse(idempotencyKey);
      keysInUse.add(idempotencyKey);
      try {
        return await withFaults(c, call);
      } finally {
        keysInUse.delete(idempotencyKey);
      }
    } catch (error) {
      return toResponse(toResult(error, requestId), idempotencyKey);
    }
  }

  async function withFaults(c: Context<AppEnv>, call: Call): Promise<Response> {
    const fault = faults.take(call.method, call.path)?.kind;
    switch (fault) {
      case "hang":
        if (!hasHungUp(c)) await once(c.env.outgoing, "close");
        return hangUp(c);
      case "error":
        throw serverError();
      case "rate_limit":
        throw rateLimited();
      case "drop":
        await executeOnce(call);
        return hangUp(c);
      case undefined:
        return toResponse(await executeOnce(call), call.idempotencyKey);
    }
  }

  /** Returns the saved response of an earlier request with the same idempotency key. */
  async function executeOnce(call: Call): Promise<Result> {
    const { method, path, form, idempotencyKey: key } = call;
    if (key === null) return await execute(call, () => undefined);
    const request = fingerprint(method, path, form);
    const saved = simulator.run((world) => recall(world, key, request));
    if (saved !== null) {
      const { status, body, requestId } = saved;
      return { status, body, requestId, isReplayed: true };
    }
    return await execute(call, (world, { status, body }) => {
      const { requestId } = call;
      const object = "sim.response";
      put(world, { id: key, object, request, status, body, requestId, created: world.now });
    });
  }

  async function execute(
    { route, id, method, path, form, requestId, idempotencyKey }: Call,
    save: (world: World, result: Result) => void,
  ): Promise<Result> {
    try {
      return simulator.run(
        (world) => {
          if (route === null) throw unrecognized(method, path);
          const { value, expand: paths } = route.run(world, id, decodeForm(form));
          if (value instanceof Preview) {
            throw new RolledBack(toResult(expand(world, value.value, paths), requestId));
          }
          const isRefusal = value instanceof StripeError;
          const done = toResult(isRefusal ? value : expand(world, value, paths), requestId);
          // In the same transaction, so that the request is both executed and saved, or neither.
          save(world, done);
          return done;
        },
        { id: requestId, key: idempotencyKey },
      );
    } catch (error) {
      if (error instanceof RolledBack) return error.result;
      if (!(error instanceof StripeError)) return toResult(error, requestId);
      const refusal = await inPublishedTerms(error, {
        method,
        path,
        routePath: route?.path ?? null,
      });
      const result = toResult(refusal, requestId);
      if (!error.isBeforeExecution) simulator.run((world) => save(world, result));
      return result;
    }
  }

  function toResult(result: unknown, requestId: string): Result {
    if (!(result instanceof Error)) {
      return { status: 200, body: JSON.stringify(result, null, 2), requestId, isReplayed: false };
    }
    if (!(result instanceof StripeError)) onError(result);
    const refusal = result instanceof StripeError ? result : serverError();
    return {
      status: refusal.status,
      body: refusal.toBody(requestId),
      requestId,
      isReplayed: false,
    };
  }
}

async function formOf({ req }: Context): Promise<string> {
  const body = await req.text();
  const query = new URL(req.url).search.slice(1);
  return req.method === "GET" || req.method === "DELETE" ? query || body : body;
}

function toResponse(
  { status, body, requestId, isReplayed }: Result,
  idempotencyKey: string | null,
): Response {
  return new Response(body, {
    status,
    headers: {
      "Content-Type": "application/json",
      "Request-Id": requestId,
      "Stripe-Version": API_VERSION,
      ...(idempotencyKey === null ? {} : { "Idempotency-Key": idempotencyKey }),
      ...(isReplayed ? { "Idempotent-Replayed": "true" } : {}),
    },
  });
}

function serverError(): StripeError {
  return new StripeError({
    status: 500,
    type: "api_error",
    message: "Sorry! There was an error while talking to Stripe. Please try again.",
  });
}

function rateLimited(): StripeError {
  return new StripeError({
    status: 429,
    type: "invalid_request_error",
    code: "rate_limit",
    message: "Request rate limit exceeded.",
  });
}
