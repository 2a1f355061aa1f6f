/** One API request, from its headers to its answer. */
import { StripeError, newRequestId } from "../errors.ts";
import { API_VERSION } from "../api-version.ts";
import type { Faults } from "../control/faults.ts";
import type { Simulator } from "../engine/simulator.ts";
import { put } from "../engine/world.ts";
import type { World } from "../engine/world.ts";
import type { Incoming, Outgoing } from "../http.ts";
import type { Witness } from "../witness.ts";
import { authenticate, requireVersion } from "./authentication.ts";
import { expand } from "./expand.ts";
import { decodeForm } from "./form.ts";
import { fingerprint, keyInUse, recall, requireKeyLength } from "./idempotency.ts";
import { inPublishedTerms } from "./published-refusals.ts";
import { Preview, matchRoute, unrecognized } from "./routing.ts";
import type { Route } from "./routing.ts";

export interface ApiOptions {
  simulator: Simulator;
  routes: Route[];
  faults: Faults;
  secretKey: string;
  witness: Witness | undefined;
  onError: (error: unknown) => void;
}

interface Answer {
  status: number;
  body: string;
  requestId: string;
  isReplayed: boolean;
}

/** Ends a transaction that nothing is to remain of but its answer. */
class TakenBack extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super("This was a preview");
    this.answer = answer;
  }
}

export function createApi({ simulator, routes, faults, secretKey, witness, onError }: ApiOptions) {
  const inProgress = new Set<string>();

  return async (request: Incoming): Promise<Outgoing> => {
    const outgoing = await answer(request);
    if (outgoing !== "break") {
      const { method, path } = request;
      const { status, body } = outgoing;
      witness?.exchange({ method, path, form: formOf(request), status, body: String(body) });
    }
    return outgoing;
  };

  async function answer(request: Incoming): Promise<Outgoing> {
    const requestId = newRequestId();
    const key = request.method === "POST" ? (request.headers["idempotency-key"] ?? null) : null;
    try {
      authenticate(request.headers.authorization, secretKey);
      requireVersion(request.headers["stripe-version"]);
      if (key === null) return await withFaults(request, requestId, null);
      requireKeyLength(key);
      if (inProgress.has(key)) throw keyInUse(key);
      inProgress.add(key);
      try {
        return await withFaults(request, requestId, key);
      } finally {
        inProgress.delete(key);
      }
    } catch (error) {
      return respond(request, toAnswer(error, requestId));
    }
  }

  async function withFaults(
    request: Incoming,
    requestId: string,
    key: string | null,
  ): Promise<Outgoing> {
    const fault = faults.take(request.method, request.path)?.kind;
    switch (fault) {
      case "hang":
        await request.closed;
        return "break";
      case "error":
        throw serverError();
      case "rate_limit":
        throw rateLimited();
      case "drop":
        await carryOut(request, requestId, key);
        return "break";
      case undefined:
        return respond(request, await carryOut(request, requestId, key));
    }
  }

  async function carryOut(
    request: Incoming,
    requestId: string,
    key: string | null,
  ): Promise<Answer> {
    const { method, path } = request;
    const input = formOf(request);
    if (key === null) return execute(request, input, { requestId, key });
    const print = fingerprint(method, path, input);
    const kept = simulator.run((world) => recall(world, key, print));
    if (kept !== null) {
      return { status: kept.status, body: kept.body, requestId: kept.requestId, isReplayed: true };
    }
    return execute(request, input, { requestId, key, print });
  }

  async function execute(
    { method, path }: Incoming,
    input: string,
    { requestId, key, print }: { requestId: string; key: string | null; print?: string },
  ): Promise<Answer> {
    const keep = (world: World, { status, body }: Answer) => {
      if (key === null || print === undefined) return;
      const created = world.now;
      put(world, {
        id: key,
        object: "sim.answer",
        request: print,
        status,
        body,
        requestId,
        created,
      });
    };
    const match = matchRoute(routes, method, path);
    try {
      return simulator.run(
        (world) => {
          if (match === null) throw unrecognized(method, path);
          const { answer, expand: paths } = match.route.run(world, match.ids, decodeForm(input));
          const done: Answer =
            answer instanceof StripeError
              ? toAnswer(answer, requestId)
              : {
                  status: 200,
                  body: JSON.stringify(
                    expand(world, answer instanceof Preview ? answer.answer : answer, paths),
                    null,
                    2,
                  ),
                  requestId,
                  isReplayed: false,
                };
          if (answer instanceof Preview) throw new TakenBack(done);
          // Within the same transaction: done and remembered, or neither.
          keep(world, done);
          return done;
        },
        { id: requestId, key },
      );
    } catch (error) {
      if (error instanceof TakenBack) return error.answer;
      if (!(error instanceof StripeError)) return toAnswer(error, requestId);
      const routePath = match?.route.path ?? null;
      const refusal = await inPublishedTerms(error, { method, path, routePath });
      const answer = toAnswer(refusal, requestId);
      if (!error.isBeforeExecution) simulator.run((world) => keep(world, answer));
      return answer;
    }
  }

  function toAnswer(error: unknown, requestId: string): Answer {
    if (!(error instanceof StripeError)) onError(error);
    const known = error instanceof StripeError ? error : serverError();
    return { status: known.status, body: known.toBody(requestId), requestId, isReplayed: false };
  }
}

function formOf({ method, query, body }: Incoming): string {
  return method === "GET" || method === "DELETE" ? query || body : body;
}

function respond(request: Incoming, { status, body, requestId, isReplayed }: Answer): Outgoing {
  const key = request.method === "POST" ? request.headers["idempotency-key"] : undefined;
  return {
    status,
    body,
    headers: {
      "Content-Type": "application/json",
      "Request-Id": requestId,
      "Stripe-Version": API_VERSION,
      ...(key === undefined ? {} : { "Idempotency-Key": key }),
      ...(isReplayed ? { "Idempotent-Replayed": "true" } : {}),
    },
  };
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
