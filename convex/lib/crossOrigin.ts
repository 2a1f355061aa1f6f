/** For requests that any page may make: the response is public or requires a token, and there are no cookies to misuse. */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "POST, OPTIONS",
  "Access-Control-Allow-Headers": "Authorization, Content-Type",
  "Access-Control-Max-Age": "86400",
};

export function allowOrigins(): Response {
  return new Response(null, { status: 204, headers: CORS });
}

export function answerAnyOrigin(status: number, body: object | string): Response {
  const headers = { ...CORS, "Cache-Control": "no-store" };
  return typeof body === "string"
    ? new Response(body, { status, headers })
    : Response.json(body, { status, headers });
}

/** Server-sent events. No proxy may collect or compress them, because they are read as they arrive. */
export function eventsForAnyOrigin(events: ReadableStream<Uint8Array>): Response {
  const headers = {
    ...CORS,
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
  };
  return new Response(events, { status: 200, headers });
}
