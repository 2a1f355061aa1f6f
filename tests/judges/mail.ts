/**
 * Checks every request to the Resend stand-in, and every response, against Resend's published OpenAPI document. A
 * violation fails the test that caused it.
 */
import { faultsOf, operationFor, operations } from "@hark/resend-stand-in/published/document";
import type { Schema } from "@hark/resend-stand-in/published/schema";
import type { Exchange, Witness } from "@hark/resend-stand-in/witness";
import { violation } from "./violations.ts";
import type { JudgeOptions } from "./violations.ts";

/** Errors are not in the document, but in resend-node 3f67459, src/interfaces.ts. */
const REFUSAL: Schema = {
  type: "object",
  properties: {
    message: { type: "string" },
    name: { type: "string" },
    statusCode: { type: "number" },
  },
  required: ["message", "name", "statusCode"],
};

export function mailJudge(options: JudgeOptions): Witness {
  return {
    exchange(exchange) {
      const { method, path, status } = exchange;
      for (const mismatch of violationsOf(exchange, options)) {
        violation(`${method} ${path} (${status}): ${mismatch}`);
      }
    },
    event(event) {
      const { type } = event as { type: string };
      const body = operations[`EVENT ${type}`]?.body;
      const mismatches = body === undefined ? ["is not published"] : faultsOf(body, event);
      for (const mismatch of mismatches) violation(`the event ${type}: ${mismatch}`);
    },
  };
}

function violationsOf(
  { method, path, query, requestBody, status, responseBody }: Exchange,
  { isStrict }: JudgeOptions,
): string[] {
  const operation = operationFor(method, path);
  if (status >= 400 && responseBody !== undefined) {
    const inError = faultsOf(REFUSAL, responseBody);
    if (inError.length > 0) return inError;
  }
  if (operation === null) return status < 400 ? ["accepted, but not published"] : [];
  if (status >= 400 && !isStrict) return [];
  const { body, response: published } = operation;
  const mismatches = [
    ...[...query.keys()]
      .filter((name) => operation.query?.[name] === undefined)
      .map((name) => `the parameter ${name} is not published`),
    ...(body === undefined ? [] : faultsOf(body, requestBody)),
  ].map((mismatch) => `the request: ${mismatch}`);
  if (status >= 400) return mismatches;
  if (status !== operation.status || published === undefined)
    return ["this response is not published"];
  return [...mismatches, ...faultsOf(published, responseBody)];
}
