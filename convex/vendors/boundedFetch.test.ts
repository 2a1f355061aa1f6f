import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { fetchBounded, ResponseTooLong } from "./boundedFetch";

const AMPLE = { timeoutMs: 60_000, maxBytes: 1_000_000 };

/** A server that answers so, and resolves `asked` when it was, and `gone` when its caller has hung up. */
async function answering(answer: (response: ServerResponse) => void) {
  let onAsked = () => {};
  let onGone = () => {};
  const asked = new Promise<void>((resolve) => (onAsked = resolve));
  const gone = new Promise<void>((resolve) => (onGone = resolve));
  const server = createServer((_, response) => {
    response.on("close", onGone);
    answer(response);
    onAsked();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, gone, close: () => server.close() };
}

test("an answer is read whole, with its type", async () => {
  const server = await answering((response) => {
    response.writeHead(418, { "Content-Type": "text/plain" }).write("short and ");
    response.end("stout");
  });
  const { status, isOk, body } = await fetchBounded(server.url, {}, AMPLE);
  expect([status, isOk, body.type, await body.text()]).toEqual([
    ...[418, false, "text/plain", "short and stout"],
  ]);
  server.close();
});

// T43: docs/security.md
test.each([
  ["nothing", () => {}],
  ["headers alone", (response: ServerResponse) => response.flushHeaders()],
  ["half of a body", (response: ServerResponse) => response.write("{")],
])("who sends %s is hung up on when the time is over", async (_, answer) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await answering(answer);
  const late = fetchBounded(server.url, {}, { ...AMPLE, timeoutMs: 200 });
  const refused = expect(late).rejects.toThrow("no complete response after 0.2 seconds");
  await server.asked;
  vi.advanceTimersByTime(200);
  await refused;
  await server.gone;
  server.close();
});

// T43: docs/security.md
test("an answer that does not end is given up when it is too long", async () => {
  const server = await answering((response) => {
    const more = () => {
      while (response.write("x".repeat(10_000)));
    };
    response.on("drain", more);
    more();
  });
  const long = fetchBounded(server.url, {}, { ...AMPLE, maxBytes: 100_000 });
  await expect(long).rejects.toThrow(ResponseTooLong);
  await server.gone;
  server.close();
});
