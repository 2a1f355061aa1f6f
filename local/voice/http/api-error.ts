/** Errors as Vapi's API words and shapes them. */
const NAMES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Payload Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

export class ApiError extends Error {
  readonly status: number;
  /** A list where several things are wrong with what was sent. */
  readonly details: string | string[];
  readonly kind: string;

  constructor(status: number, details: string | string[], kind = NAMES[status] ?? "Error") {
    super(typeof details === "string" ? details : details.join("; "));
    this.status = status;
    this.details = details;
    this.kind = kind;
  }
}

export function errorResponse({ status, details, kind }: ApiError): Response {
  return Response.json({ message: details, error: kind, statusCode: status }, { status });
}

/** Answers what a handler throws. */
export function withErrors<Answer>(
  handler: (request: Request) => Promise<Answer>,
  onError: (error: unknown) => void,
): (request: Request) => Promise<Answer | Response> {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      if (error instanceof ApiError) return errorResponse(error);
      onError(error);
      return errorResponse(new ApiError(500, "Internal server error."));
    }
  };
}
