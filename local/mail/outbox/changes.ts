/** Tells the pages that are open that something has changed: server-sent events, without what it was. */
export interface Changes {
  tell: () => void;
  stream(): Response;
}

export function createChanges(): Changes {
  const watchers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const message = new TextEncoder().encode("data: changed\n\n");
  let isTelling = false;
  return {
    tell() {
      // Of what happens in one turn the pages are told once.
      if (isTelling || watchers.size === 0) return;
      isTelling = true;
      setImmediate(() => {
        isTelling = false;
        for (const watcher of watchers) watcher.enqueue(message);
      });
    },
    stream() {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller;
          watchers.add(controller);
          controller.enqueue(new TextEncoder().encode("retry: 1000\n\n"));
        },
        cancel() {
          if (own !== undefined) watchers.delete(own);
        },
      });
      return new Response(body, {
        headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" },
      });
    },
  };
}
