/** Web calls start in browsers, on pages of any origin; the key decides, not the origin. */
import type { Handler } from "./exchange.ts";

const PREFLIGHT_KEPT_SECONDS = "600";

export function withCors(handler: Handler): Handler {
  return async (request) => {
    const origin = request.headers.get("Origin") ?? "*";
    if (request.method === "OPTIONS") {
      return new Response(null, {
        status: 204,
        headers: {
          "Access-Control-Allow-Origin": origin,
          "Access-Control-Allow-Methods": "GET, POST, PATCH, DELETE, OPTIONS",
          "Access-Control-Allow-Headers":
            request.headers.get("Access-Control-Request-Headers") ?? "",
          "Access-Control-Max-Age": PREFLIGHT_KEPT_SECONDS,
          Vary: "Origin",
        },
      });
    }
    const response = await handler(request);
    if (response === null) return null;
    // A copy, since some responses, redirects for one, do not let their headers be changed.
    const headers = new Headers(response.headers);
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Vary", "Origin");
    return new Response(response.body, { status: response.status, headers });
  };
}
