import { MailError } from "../errors.ts";
import { UUID } from "../published/document.ts";

export interface Call {
  /** What the path holds in the place of `:id`. */
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  /** Undefined where the body is no JSON. */
  body: unknown;
  idempotencyKey: string | null;
}

export interface Route {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  /** Whether it heeds the `Idempotency-Key`. */
  isIdempotent?: boolean;
  handle(call: Call): Response;
}

export function match(
  routes: Route[],
  method: string,
  pathname: string,
): { route: Route; params: Record<string, string> } | null {
  for (const route of routes) {
    const params = route.method === method ? paramsOf(route.path, pathname) : null;
    if (params === null) continue;
    if (params.id !== undefined && !UUID.test(params.id)) {
      throw new MailError("invalid_parameter");
    }
    return { route, params };
  }
  return null;
}

function paramsOf(pattern: string, pathname: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split("/"), pathname.split("/")];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const actual = given[index] ?? "";
    if (part.startsWith(":") && actual !== "") params[part.slice(1)] = decodeURIComponent(actual);
    else if (part !== actual) return null;
  }
  return params;
}

const MOST_IN_A_PAGE = 100;
const USUAL_IN_A_PAGE = 20;

/** `limit`, and `after` or `before`. */
export function pageOf(query: URLSearchParams): { limit: number; after?: string; before?: string } {
  const [limit, after, before] = ["limit", "after", "before"].map((name) => query.get(name));
  const wanted = limit === null || limit === undefined ? USUAL_IN_A_PAGE : Number(limit);
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > MOST_IN_A_PAGE) {
    throw new MailError("validation_error", "The `limit` must be between 1 and 100.");
  }
  if (typeof after === "string" && typeof before === "string") {
    throw new MailError(
      "validation_error",
      "You can only use either `after` or `before`, not both.",
    );
  }
  return {
    limit: wanted,
    ...(typeof after === "string" ? { after } : {}),
    ...(typeof before === "string" ? { before } : {}),
  };
}
