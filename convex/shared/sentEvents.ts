/**
 * Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). An event can arrive in several
 * pieces, and a piece can end within a character.
 */
export async function* sentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of lines) {
        const [, data] = /^data: ?(.*)$/.exec(line) ?? [];
        if (data !== undefined) yield data;
      }
      if (done) return;
    }
  } finally {
    // Not awaited, because the sender decides how long that takes.
    void reader.cancel().catch(() => undefined);
  }
}

/** Each event is a single line, so its data must not contain a line break. JSON has none. */
export function sentEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
