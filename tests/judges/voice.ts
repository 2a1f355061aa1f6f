/**
 * Checks every request to the voice stand-in, and every response, against Vapi's published OpenAPI document. A
 * violation fails the test that caused it.
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
      for (const mismatch of violationsOf(exchange, options)) {
        violation(`${method} ${url.pathname}${url.search} (${status}): ${mismatch}`);
      }
    },
    webhook(body) {
      for (const mismatch of faultsOf({ ref: "ServerMessage" }, body, { types })) {
        violation(`a webhook: ${mismatch}`);
      }
    },
    // Only `tool-calls` is answered.
    answer(_message, answer) {
      for (const mismatch of faultsOf({ ref: "ServerMessageResponseToolCalls" }, answer, {
        types,
      })) {
        violation(`an answer to a webhook: ${mismatch}`);
      }
    },
  };
}

/** Our own code for anything that we do not simulate: see the stand-in's rule R11. */
const NOT_SIMULATED = "not_simulated";
/** Statuses that any request may get. */
const ANY_STATUS = [401, 403, 404, 413, 421, 429];

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

export function violationsOf(exchange: Exchange, { isStrict }: JudgeOptions): string[] {
  const { method, url, status, answer, events } = exchange;
  if (method === "OPTIONS" || UNPUBLISHED.test(url.pathname)) return [];
  const operation = operationFor(method, url.pathname);
  const { error } = (answer ?? {}) as { error?: unknown };
  if (status >= 400) {
    const inError = faultsOf(REFUSAL, answer);
    if (inError.length > 0) return inError;
  }
  if (operation === null) return status < 400 ? ["accepted, but not published"] : [];
  if (error === NOT_SIMULATED) return isStrict ? ["not simulated"] : [];
  const mismatches = requestFaults(exchange, operation).map(
    (mismatch) => `the request: ${mismatch}`,
  );
  if (status >= 400) return isStrict && !ANY_STATUS.includes(status) ? mismatches : [];
  const { answers = {} } = operation;
  const shape = answers[String(status)];
  if (status >= 300) return mismatches;
  if (shape === undefined) return [...mismatches, "this response is not published"];
  const answered = events ?? [answer];
  return [...mismatches, ...answered.flatMap((one) => faultsOf(shape, one, { types }))];
}

function requestFaults({ url, sent }: Exchange, { query = {}, body }: Operation): string[] {
  return [
    ...faultsOf(query, queryOf(query, url.searchParams), { types }),
    ...(body === undefined ? [] : faultsOf(body, sent, { types, isNullAbsent: true })),
  ];
}
