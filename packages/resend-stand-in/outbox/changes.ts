/** Server-sent events that tell open pages to refresh, without saying what has changed. */
export interface Changes {
  notify: () => void;
  stream(): Response;
}

export function createChanges(): Changes {
  const pages = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const encoder = new TextEncoder();
  let isScheduled = false;
  return {
    notify() {
      // One event for all changes within one turn of the event loop.
      if (isScheduled || pages.size === 0) return;
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        for (const page of pages) page.enqueue(encoder.encode("data: changed\n\n"));
      });
    },
    stream() {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller;
          pages.add(controller);
          controller.enqueue(encoder.encode("retry: 1000\n\n"));
        },
        cancel() {
          if (own !== undefined) pages.delete(own);
        },
      });
      return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
    },
  };
}
