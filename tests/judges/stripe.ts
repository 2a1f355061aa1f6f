/**
 * Checks every request to the Stripe stand-in, and every answer, against the types of Stripe's SDK. A violation fails the
 * test that caused it.
 */
import { decodeForm } from "@hark/stripe-stand-in/api/form";
import { answerComplaints, formComplaints } from "@hark/stripe-stand-in/published/complaints";
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
      for (const said of exchangeComplaints(exchange, options)) {
        violation(`${exchange.method} ${exchange.path} (${exchange.status}): ${said}`);
      }
    },
    event(body) {
      for (const said of eventComplaints(JSON.parse(body))) violation(`an event: ${said}`);
    },
  };
}

/** Our own code for anything that we do not simulate: see the stand-in's rule A3. */
const NOT_SIMULATED = "not_simulated";

/**
 * Codes that Stripe sends but the SDK's list lacks.
 * github.com/flutter-stripe/flutter_stripe/issues/1551 quotes such an answer.
 */
const UNLISTED_CODES = ["subscription_payment_intent_requires_action"];

export function exchangeComplaints(
  { method, path, form, status, body }: Exchange,
  { isStrict }: JudgeOptions,
): string[] {
  const call = publishedCall(method, path);
  const answer: unknown = JSON.parse(body);
  if (status >= 400) {
    const refusal = refusalComplaints(answer);
    if (refusal.length > 0) return refusal;
    const { code, param } = (answer as { error: { code?: string; param?: string } }).error;
    if (call === null) return code === NOT_SIMULATED ? ["not_simulated, but not published"] : [];
    if (status === 404 && code === undefined) return ["published, but unknown to the stand-in"];
    const wrong = requestComplaints(form, call.request);
    if (isStrict && status !== 401) return wrong.map(ofRequest);
    return code === "parameter_unknown" && !wrong.some((said) => said.startsWith(`${param ?? ""} `))
      ? [`${param ?? "a parameter"} is published, but called unknown`]
      : [];
  }
  if (call === null) return ["answered, but not published"];
  return [
    ...requestComplaints(form, call.request).map(ofRequest),
    ...expansions(form)
      .filter((expansion) => !isExpandable(call.answer, expansion))
      .map((expansion) => `${expansion} is expanded, which is not published`),
    ...answerComplaints(answer, call.answer, "it"),
  ];
}

function requestComplaints(form: string, shape: Shape): string[] {
  return formComplaints(decodeForm(form), shape);
}

function expansions(form: string): string[] {
  const { expand } = decodeForm(form);
  return typeof expand === "object" ? Object.values(expand).map(String) : [];
}

function ofRequest(said: string): string {
  return `the request: ${said}`;
}

function refusalComplaints(answer: unknown): string[] {
  const { error, errorCodes } = publishedApi();
  const refusal = {
    kind: "object",
    fields: { error: { shape: error, isOptional: false } },
  } as const;
  const complaints = answerComplaints(answer, refusal, "it");
  if (complaints.length > 0) return complaints;
  const { code } = (answer as { error: { code?: string } }).error;
  return code === undefined || [...errorCodes, ...UNLISTED_CODES, NOT_SIMULATED].includes(code)
    ? []
    : [`${code} is no code that Stripe publishes`];
}

export function eventComplaints(event: unknown): string[] {
  const { type } = event as { type: string };
  const shape = publishedApi().events[type];
  return shape === undefined
    ? [`${type} is no event that Stripe publishes`]
    : answerComplaints(event, shape, type);
}
