/**
 * Checks every request to the voice stand-in, and every answer, against Vapi's published OpenAPI document. A violation
 * fails the test that caused it.
 */
import { operationFor, types } from "@hark/vapi-stand-in/published/document";
import { faultsOf } from "@hark/vapi-stand-in/published/faults";
import { queryOf } from "@hark/vapi-stand-in/published/requests";
import type { Operation, Schema } from "@hark/vapi-stand-in/published/schema";
import type { Exchange, Witness } from "@hark/vapi-stand-in/witness";
import { violation } from "./violations.ts";
import type { JudgeOptions } from "./violations.ts";

export function voiceJudge(options: JudgeOptions): Witness {
  return {
    exchange(exchange) {
      const { method, url, status } = exchange;
      for (const said of complaintsOf(exchange, options)) {
        violation(`${method} ${url.pathname}${url.search} (${status}): ${said}`);
      }
    },
    webhook(body) {
      for (const said of faultsOf({ ref: "ServerMessage" }, body, { types })) {
        violation(`a webhook: ${said}`);
      }
    },
  };
}

/** Our own code for anything that we do not simulate: see the stand-in's rule R11. */
const NOT_SIMULATED = "not_simulated";
/** Statuses that any request may get. */
const SAID_OF_ANY = [401, 403, 404, 413, 421, 429];

/** Errors are not in the document, but the web SDK and several of the vendor's customers read them. */
const REFUSAL: Schema = {
  type: "object",
  properties: {
    message: { oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    error: { type: "string" },
    statusCode: { type: "number" },
  },
  required: ["message", "error", "statusCode"],
};

/** Parts of the stand-in outside the published API: rooms, links, control commands. */
const UNPUBLISHED = /^\/(recordings\/|call-machine|[\da-f-]{36}\/control$)/;

export function complaintsOf(exchange: Exchange, { isStrict }: JudgeOptions): string[] {
  const { method, url, status, answer } = exchange;
  if (method === "OPTIONS" || UNPUBLISHED.test(url.pathname)) return [];
  const operation = operationFor(method, url.pathname);
  const { error } = (answer ?? {}) as { error?: unknown };
  if (status >= 400) {
    const odd = faultsOf(REFUSAL, answer);
    if (odd.length > 0) return odd;
  }
  if (operation === null) return status < 400 ? ["answered, but not published"] : [];
  if (error === NOT_SIMULATED) return isStrict ? ["not simulated"] : [];
  const wrong = requestFaults(exchange, operation).map((said) => `the request: ${said}`);
  if (status >= 400) return isStrict && !SAID_OF_ANY.includes(status) ? wrong : [];
  const { answers = {} } = operation;
  const shape = answers[String(status)];
  if (status >= 300) return wrong;
  if (shape === undefined) return [...wrong, "this response is not published"];
  return [...wrong, ...faultsOf(shape, answer, { types })];
}

function requestFaults({ url, sent }: Exchange, { query = {}, body }: Operation): string[] {
  return [
    ...faultsOf(query, queryOf(query, url.searchParams), { types }),
    ...(body === undefined ? [] : faultsOf(body, sent, { types, isNullAbsent: true })),
  ];
}
