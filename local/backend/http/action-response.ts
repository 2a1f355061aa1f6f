/** What an HTTP action's caller gets of its failure and of its answer, as upstream gives it. */
import type { JsonObject } from "../values/json.ts";
import { inBinary } from "../values/value-limits.ts";
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

const LARGEST_BODY_BYTES = 20 * 2 ** 20;

/** Leaves out what would go past the limit: crates/isolate/src/environment/action/mod.rs `handle_http_streamed_part`. */
export function withinLimit(response: Response, logError: (message: string) => void): Response {
  if (response.body === null) return response;
  let sent = 0;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (sent + chunk.byteLength > LARGEST_BODY_BYTES) {
          const limit = inBinary(LARGEST_BODY_BYTES);
          logError(`HttpResponseTooLarge: HTTP actions support responses up to ${limit}`);
          return;
        }
        sent += chunk.byteLength;
        controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
