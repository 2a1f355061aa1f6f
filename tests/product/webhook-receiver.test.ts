import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, test, vi } from "vitest";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { WEBHOOK_QUEUES } from "../../convex/notifications/webhooks/queues";
import { postToReceiver } from "../../convex/notifications/webhooks/httpDelivery";

/** Several times the size of all buffers on the way. */
const FAR_TOO_MANY_BYTES = 32_000_000;

let close: (() => Promise<void>) | undefined;
/** Settles when the connection to the receiver has been closed. */
let hungUp: Promise<void>;
afterEach(async () => {
  vi.useRealTimers();
  await close?.();
  close = undefined;
});

async function receiver(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  let hangUp: () => void;
  hungUp = new Promise((resolve) => {
    hangUp = resolve;
  });
  const server = createServer((request, response) => {
    response.on("close", hangUp);
    request.resume();
    request.on("end", () => answer(request, response));
  });
  const url = await listen(server, 0);
  close = async () => {
    server.closeAllConnections();
    await closeServer(server);
  };
  return url;
}

/** For receivers that respond; a loaded machine may take long. */
const IN_TIME_MS = 20_000;
const post = (url: string, timeoutMs = IN_TIME_MS) =>
  postToReceiver({ url, headers: { "webhook-id": "evt_1" }, body: "{}" }, timeoutMs);

test("a delivery records the response's status, its beginning, and its Retry-After", async () => {
  const url = await receiver((request, response) => {
    response.writeHead(503, { "Retry-After": "30" });
    const { "webhook-id": id, "content-type": type } = request.headers;
    response.end(`busy ${String(id)} ${type}`);
  });
  expect(await post(url)).toEqual({
    status: 503,
    response: "busy evt_1 application/json",
    retryAfter: "30",
  });
});

// T61: docs/security.md
test("a redirect is not followed", async () => {
  let requestCount = 0;
  const url = await receiver((_, response) => {
    requestCount += 1;
    response.writeHead(307, { Location: "/elsewhere" }).end();
  });
  expect(await post(url)).toMatchObject({ status: 307 });
  expect(requestCount).toBe(1);
});

// T64: docs/security.md
test("of an endless response the beginning is read, and its status counts", async () => {
  let sent = 0;
  const url = await receiver((_, response) => {
    const more = () => {
      do sent += 100_000;
      while (response.write("x".repeat(100_000)) && sent < FAR_TOO_MANY_BYTES);
      if (sent >= FAR_TOO_MANY_BYTES) response.end();
    };
    response.on("drain", more);
    more();
  });
  const { status, response } = await post(url);
  expect([status, response]).toEqual([200, "x".repeat(300)]);
  await hungUp;
  expect(sent).toBeLessThan(FAR_TOO_MANY_BYTES);
});

test("a response that starts and never continues counts by its status", async () => {
  const url = await receiver((_, response) => {
    response.writeHead(200);
    response.write("so far");
  });
  expect(await post(url, 5_000)).toMatchObject({ status: 200, response: "so far" });
});

// T64: docs/security.md
test("a receiver that does not respond in time has not responded", async () => {
  const url = await receiver(() => undefined);
  expect(await post(url, 300)).toMatchObject({
    status: null,
    response: "No response within 0.3 seconds.",
  });
  await hungUp;
});

// T64: docs/security.md
test.each(Object.entries(WEBHOOK_QUEUES))(
  "%s: a response is awaited for as long as its queue allows",
  async (_, lane) => {
    const url = await receiver(() => undefined);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const ended = vi.fn();
    void post(url, lane.timeoutMs).then(ended);
    await vi.advanceTimersByTimeAsync(lane.timeoutMs - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const response = `No response within ${lane.timeoutMs / 1000} seconds.`;
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ response }));
  },
);

test("an unreachable receiver is recorded with the reason", async () => {
  const { status, response } = await post("http://127.0.0.1:9/");
  expect(status).toBeNull();
  expect(response).toMatch(/^No connection: /);
});

// T65: docs/security.md
test("a response's text cannot mislead on a page", async () => {
  const url = await receiver((_, response) =>
    response.end("a\u0000b\u202Ec\u2066\u001B[31md\nline"),
  );
  expect(await post(url)).toMatchObject({ response: "abc[31md\nline" });
});

// T65: docs/security.md
test("of a long response a page shows three hundred characters", async () => {
  const url = await receiver((_, response) => response.writeHead(500).end("<p>".repeat(300)));
  const { response } = await post(url);
  expect(response).toBe("<p>".repeat(100));
});
