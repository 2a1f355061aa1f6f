/**
 * Checks every request to the Resend stand-in, and every answer, against Resend's published OpenAPI document. A
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
      for (const said of complaintsOf(exchange, options)) {
        violation(`${method} ${path} (${status}): ${said}`);
      }
    },
    event(event) {
      const { type } = event as { type: string };
      const body = operations[`EVENT ${type}`]?.body;
      const wrong = body === undefined ? ["is not published"] : faultsOf(body, event);
      for (const said of wrong) violation(`the event ${type}: ${said}`);
    },
  };
}

function complaintsOf(
  { method, path, query, sent, status, answer }: Exchange,
  { isStrict }: JudgeOptions,
): string[] {
  const operation = operationFor(method, path);
  if (status >= 400 && answer !== undefined) {
    const odd = faultsOf(REFUSAL, answer);
    if (odd.length > 0) return odd;
  }
  if (operation === null) return status < 400 ? ["answered, but not published"] : [];
  if (status >= 400 && !isStrict) return [];
  const { body, answer: published } = operation;
  const wrong = [
    ...[...query.keys()]
      .filter((name) => operation.query?.[name] === undefined)
      .map((name) => `the parameter ${name} is not published`),
    ...(body === undefined ? [] : faultsOf(body, sent)),
  ].map((said) => `the request: ${said}`);
  if (status >= 400) return wrong;
  if (status !== operation.status || published === undefined)
    return ["this response is not published"];
  return [...wrong, ...faultsOf(published, answer)];
}
