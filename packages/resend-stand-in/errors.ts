/** Resend's errors: `{ statusCode, name, message }`. */

/** The status and message of each, from https://resend.com/docs/api-reference/errors. */
export const REFUSALS = {
  invalid_idempotency_key: [400, "The key must be between 1-256 chars."],
  missing_api_key: [401, "Missing API key in the authorization header."],
  restricted_api_key: [401, "This API key is restricted to only send emails."],
  invalid_api_key: [403, "API key is invalid."],
  not_found: [404, "The requested endpoint does not exist."],
  method_not_allowed: [405, "Method is not allowed for the requested path."],
  invalid_idempotent_request: [409, "Same idempotency key used with a different request payload."],
  concurrent_idempotent_requests: [
    409,
    "Same idempotency key used while original request is still in progress.",
  ],
  invalid_attachment: [422, "Attachment must have either a `content` or `path`."],
  invalid_from_address: [
    422,
    "Invalid `from` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.",
  ],
  invalid_parameter: [422, "The parameter must be a valid UUID."],
  missing_required_field: [422, "The request body is missing one or more required fields."],
  validation_error: [422, "We found an error with one or more fields in the request."],
  monthly_quota_exceeded: [429, "You have reached your monthly email sending quota."],
  daily_quota_exceeded: [429, "You have reached your daily email sending quota."],
  rate_limit_exceeded: [
    429,
    "Too many requests. You can only make 5 requests per second. See rate limit response headers for more information. Or contact support to increase rate limit.",
  ],
  security_error: [451, "We may have found a security issue with the request."],
  application_error: [500, "An unexpected error occurred."],
  internal_server_error: [500, "An unexpected error occurred."],
  // The only one that is not Resend's: for what the stand-in cannot do.
  not_simulated: [422, "This is not simulated."],
} as const satisfies Record<string, readonly [number, string]>;

export type RefusalName = keyof typeof REFUSALS;

export function isRefusalName(name: string): name is RefusalName {
  return Object.hasOwn(REFUSALS, name);
}

export class MailError extends Error {
  readonly code: RefusalName;
  readonly status: number;

  constructor(code: RefusalName, message: string = REFUSALS[code][1], status?: number) {
    super(message);
    this.code = code;
    this.status = status ?? REFUSALS[code][0];
  }

  toResponse(): Response {
    const { status: statusCode, message, code: name } = this;
    return Response.json({ statusCode, message, name }, { status: statusCode });
  }
}

export function notSimulated(what: string): MailError {
  return new MailError("not_simulated", `This Resend stand-in does not simulate ${what}.`);
}

export function notFound(what: string): MailError {
  return new MailError("not_found", `${what} not found`);
}
