/** Any page may call the API from a browser: functions decide who may do what, not origins. */
import type { Handler } from "./exchange.ts";

const METHODS = "GET, POST, PUT, PATCH, DELETE, OPTIONS, HEAD";
const PREFLIGHT_CACHE_SECONDS = "86400";

export function withCors(handler: Handler): Handler {
  return async (request) => {
    const headers = {
      "Access-Control-Allow-Origin": request.headers.get("Origin") ?? "*",
      Vary: "Origin",
    };
    if (request.method === "OPTIONS") {
      return new Response(null, {
        status: 204,
        headers: {
          ...headers,
          "Access-Control-Allow-Methods": METHODS,
          "Access-Control-Allow-Headers":
            request.headers.get("Access-Control-Request-Headers") ?? "",
          "Access-Control-Max-Age": PREFLIGHT_CACHE_SECONDS,
        },
      });
    }
    const response = await handler(request);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };
}
