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
