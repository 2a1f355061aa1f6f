/**
 * Checks every request to the Stripe stand-in, and every response, against the types of Stripe's SDK. A violation fails
 * the test that caused it.
 */
import { decodeForm } from "@hark/stripe-stand-in/api/form";
import { responseMismatches, formMismatches } from "@hark/stripe-stand-in/published/mismatches";
import { isExpandable } from "@hark/stripe-stand-in/published/places";
import {
  preparePublishedApi,
  publishedApi,
  publishedCall,
} from "@hark/stripe-stand-in/published/published";
import type { Shape } from "@hark/stripe-stand-in/published/shape";
import type { Exchange, Witness } from "@hark/stripe-stand-in/witness";
import { violation } from "./violations.ts";
import type { JudgeOptions } from "./violations.ts";

await preparePublishedApi();

export function stripeJudge(options: JudgeOptions): Witness {
  return {
    exchange(exchange) {
      for (const mismatch of exchangeViolations(exchange, options)) {
        violation(`${exchange.method} ${exchange.path} (${exchange.status}): ${mismatch}`);
      }
    },
    event(body) {
      for (const mismatch of eventViolations(JSON.parse(body))) violation(`an event: ${mismatch}`);
    },
  };
}

/** Our own code for anything that we do not simulate: see the stand-in's rule A3. */
const NOT_SIMULATED = "not_simulated";

/**
 * Codes that Stripe sends but the SDK's list lacks. github.com/flutter-stripe/flutter_stripe/issues/1551 quotes such a
 * response.
 */
const UNLISTED_CODES = ["subscription_payment_intent_requires_action"];

export function exchangeViolations(
  { method, path, form, status, body }: Exchange,
  { isStrict }: JudgeOptions,
): string[] {
  const call = publishedCall(method, path);
  const response: unknown = JSON.parse(body);
  if (status >= 400) {
    const refusal = errorViolations(response);
    if (refusal.length > 0) return refusal;
    const { code, param } = (response as { error: { code?: string; param?: string } }).error;
    if (call === null) return code === NOT_SIMULATED ? ["not_simulated, but not published"] : [];
    if (status === 404 && code === undefined) return ["published, but unknown to the stand-in"];
    const mismatches = requestMismatches(form, call.request);
    if (isStrict && status !== 401) return mismatches.map(ofRequest);
    return code === "parameter_unknown" &&
      !mismatches.some((mismatch) => mismatch.startsWith(`${param ?? ""} `))
      ? [`${param ?? "a parameter"} is published, but called unknown`]
      : [];
  }
  if (call === null) return ["accepted, but not published"];
  return [
    ...requestMismatches(form, call.request).map(ofRequest),
    ...expansions(form)
      .filter((expansion) => !isExpandable(call.response, expansion))
      .map((expansion) => `${expansion} is expanded, which is not published`),
    ...responseMismatches(response, call.response, "it"),
  ];
}

function requestMismatches(form: string, shape: Shape): string[] {
  return formMismatches(decodeForm(form), shape);
}

function expansions(form: string): string[] {
  const { expand } = decodeForm(form);
  return typeof expand === "object" ? Object.values(expand).map(String) : [];
}

function ofRequest(mismatch: string): string {
  return `the request: ${mismatch}`;
}

function errorViolations(response: unknown): string[] {
  const { error, errorCodes } = publishedApi();
  const refusal = {
    kind: "object",
    fields: { error: { shape: error, isOptional: false } },
  } as const;
  const mismatches = responseMismatches(response, refusal, "it");
  if (mismatches.length > 0) return mismatches;
  const { code } = (response as { error: { code?: string } }).error;
  return code === undefined || [...errorCodes, ...UNLISTED_CODES, NOT_SIMULATED].includes(code)
    ? []
    : [`${code} is not a published code`];
}

export function eventViolations(event: unknown): string[] {
  const { type } = event as { type: string };
  const shape = publishedApi().events[type];
  return shape === undefined
    ? [`${type} is not a published event type`]
    : responseMismatches(event, shape, type);
}
