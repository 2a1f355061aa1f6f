import type { ApiError } from "./shapes";

const STATUSES: Record<ApiError["code"], number> = {
  invalid_parameter: 400,
  key_missing: 401,
  key_refused: 401,
  scope_missing: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_many_requests: 429,
  internal_error: 500,
};

/** A refused request: the error for the client's program, and its headers. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly error: ApiError;
  readonly headers: Record<string, string>;
  readonly status: number;

  constructor(error: ApiError, headers: Record<string, string> = {}) {
    super(error.message);
    this.error = error;
    this.headers = headers;
    this.status = STATUSES[error.code];
  }
}

export function wrongParameter(parameter: string, message: string): Refusal {
  return new Refusal({ code: "invalid_parameter", message, parameter });
}

export function tooManyRequests(retryAfterMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  const message = `Too many requests. Wait ${seconds} seconds.`;
  return new Refusal({ code: "too_many_requests", message }, { "Retry-After": `${seconds}` });
}

export const NOT_FOUND: ApiError = {
  code: "not_found",
  message: "Not found, or not in your account.",
};
