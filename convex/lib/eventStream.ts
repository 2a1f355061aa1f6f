import { sentEvent } from "../shared/sentEvents";

/** Sends events as they come. The source runs to its end even if the reader leaves. */
export function streamOf(
  events: Iterable<object> | AsyncIterable<object>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let hasLeft = false;
  return new ReadableStream({
    async start(controller) {
      for await (const event of events) {
        if (!hasLeft) controller.enqueue(encoder.encode(sentEvent(event)));
      }
      if (!hasLeft) controller.close();
    },
    cancel() {
      hasLeft = true;
    },
  });
}
