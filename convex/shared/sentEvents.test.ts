import { expect, test } from "vitest";
import { sentEvent, sentEvents } from "./sentEvents";

async function read(pieces: (string | Uint8Array)[]): Promise<string[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
      }
      controller.close();
    },
  });
  const events: string[] = [];
  for await (const data of sentEvents(body)) events.push(data);
  return events;
}

test("events are read whatever the pieces in which they arrive", async () => {
  const text = `${sentEvent({ delta: "Grüße, 你好" })}: a comment\r\n\r\ndata: [DONE]\n\n`;
  const bytes = new TextEncoder().encode(text);
  const whole = ['{"delta":"Grüße, 你好"}', "[DONE]"];
  expect(await read([text])).toEqual(whole);
  for (let at = 1; at < bytes.length; at++) {
    expect(await read([bytes.slice(0, at), bytes.slice(at)])).toEqual(whole);
  }
});

test("the last event counts without a line break, and lines without data do not", async () => {
  expect(await read(["event: x\nid: 1\ndata:a\r", "data: b"])).toEqual(["a", "b"]);
  expect(await read([])).toEqual([]);
});

test("a reader that stops cancels the stream", async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("data: a\n")),
    cancel: () => void (isCancelled = true),
  });
  for await (const data of sentEvents(body)) {
    expect(data).toBe("a");
    break;
  }
  expect(isCancelled).toBe(true);
});
