/** What an HTTP action's caller gets of its failure, as upstream gives it. */
import type { JsonObject } from "../values/json.ts";
import type { Failure } from "../functions/failure.ts";

/** get-convex/convex-backend, crates/application/src/redaction.rs `to_http_response_parts`. */
export function failureResponse(
  { message, data }: Failure,
  { requestId, isRedacted }: { requestId: string; isRedacted: boolean },
): Response {
  const head = `[Request ID: ${requestId}] Server Error`;
  const body: JsonObject = isRedacted
    ? { code: head }
    : { code: `${head}: ${withoutFrames(message)}`, trace: message };
  if (data !== undefined) body.data = data;
  return Response.json(body, { status: 500 });
}

function withoutFrames(message: string): string {
  return message.replace(/(\n {4}at .*)+$/, "");
}
