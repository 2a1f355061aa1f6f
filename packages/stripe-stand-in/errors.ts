/** Stripe's errors, in the shape that the SDK expects. */
import type { FormValue } from "./api/form.ts";
import { newId } from "./identifiers.ts";

type ErrorType =
  "api_error" | "card_error" | "idempotency_error" | "invalid_request_error" | "rate_limit_error";

interface Details {
  status: number;
  type: ErrorType;
  message: string;
  code?: string | undefined;
  param?: string | undefined;
  decline_code?: string | undefined;
  payment_intent?: object;
  payment_method?: object;
  charge?: string;
}

/** The refused part of the request, to check whether Stripe would accept it. */
export type Refused =
  | { what: "parameter"; name: string }
  | { what: "value"; name: string; value: FormValue }
  | { what: "expansion"; name: string };

export class StripeError extends Error {
  readonly status: number;
  readonly details: Omit<Details, "status">;
  readonly refused: Refused | null;
  /** Responses to malformed requests are not stored under an idempotency key, because nothing was executed. */
  isBeforeExecution: boolean;

  constructor({ status, ...details }: Details, refused: Refused | null = null) {
    super(details.message);
    this.status = status;
    this.details = details;
    this.refused = refused;
    this.isBeforeExecution =
      status === 401 || status === 429 || details.type === "idempotency_error";
  }

  toBody(requestId: string): string {
    const { code } = this.details;
    const link =
      code === undefined || code === NOT_SIMULATED
        ? {}
        : { doc_url: `https://stripe.com/docs/error-codes/${code}` };
    const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`;
    return JSON.stringify({ error: { ...this.details, ...link, request_log_url } }, null, 2);
  }
}

export function invalid(message: string, code?: string, param?: string): StripeError {
  return new StripeError({ status: 400, type: "invalid_request_error", message, code, param });
}

/** Without a code where Stripe has none. */
export function refusal(message: string, refused: Refused, code?: string): StripeError {
  const param = refused.what === "expansion" ? "expand" : refused.name;
  return new StripeError(
    { status: 400, type: "invalid_request_error", message, code, param },
    refused,
  );
}

/** The only code that is not Stripe's. */
const NOT_SIMULATED = "not_simulated";

/** For what Stripe can do and the stand-in cannot. Nothing is ignored silently. */
export function notSimulated(what: string, param?: string): StripeError {
  return invalid(`This Stripe stand-in does not simulate ${what}.`, NOT_SIMULATED, param);
}

export function missing(what: string, id: string, param = "id"): StripeError {
  return new StripeError({
    status: 404,
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param,
  });
}

/** Like `missing`, if the id is a parameter and not a part of the path. */
export function missingParam(what: string, id: string, param: string): StripeError {
  return invalid(`No such ${what}: '${id}'`, "resource_missing", param);
}

export function newRequestId(): string {
  return newId("req");
}
