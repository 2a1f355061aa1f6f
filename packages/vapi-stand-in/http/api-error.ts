/** Errors in the shape of Vapi's API. */
const NAMES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
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
  /** A list if several things are wrong with the request. */
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

/** Turns whatever a route throws into a response. */
export function respondToErrors(onError: (error: unknown) => void) {
  return (error: unknown): Response => {
    if (error instanceof ApiError) return errorResponse(error);
    onError(error);
    return errorResponse(new ApiError(500, "Internal server error."));
  };
}
