/** What an HTTP action's caller gets of its failure, as upstream gives it. */
import { asText } from "../functions/failure.ts";
import type { Failure } from "../functions/failure.ts";
import type { JsonObject } from "../values/json.ts";

/** get-convex/convex-backend, crates/application/src/redaction.rs `to_http_response_parts`. */
export function failureResponse(
  failure: Failure,
  { requestId, isRedacted }: { requestId: string; isRedacted: boolean },
): Response {
  const { message, data } = failure;
  const head = `[Request ID: ${requestId}] Server Error`;
  const body: JsonObject = isRedacted
    ? { code: head }
    : { code: `${head}: ${withoutFrames(message)}`, trace: asText(failure) };
  if (data !== undefined) body.data = data;
  return Response.json(body, { status: 500 });
}

function withoutFrames(message: string): string {
  return message.replace(/(\n {4}at .*)+$/, "");
}
