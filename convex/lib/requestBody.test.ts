// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readBytes, readJson, readText } from "./requestBody";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const bytes = (text: string) => new TextEncoder().encode(text);

/** Sends a byte a second for as long as somebody reads. */
function slowStream(onCancel: () => void): ReadableStream<Uint8Array> {
  let timer: ReturnType<typeof setInterval> | undefined;
  return new ReadableStream({
    start(controller) {
      timer = setInterval(() => controller.enqueue(bytes("x")), 1_000);
    },
    cancel() {
      clearInterval(timer);
      onCancel();
    },
  });
}

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  const init = { method: "POST", body, headers, duplex: "half" };
  return new Request("https://site.example/", init);
}

// T97: docs/security.md
test("a body that never ends is given up after five seconds, and no longer listened to", async () => {
  const cancelled = vi.fn();
  const read = readText(post(slowStream(cancelled)));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(cancelled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(await read).toMatchObject({ kind: "refused", status: 408 });
  expect(cancelled).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

// T97: docs/security.md
test("a body that says it is too large is not read, and one that does not say is cut off", async () => {
  const pulled = vi.fn();
  const endless = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled();
        controller.enqueue(new Uint8Array(40_000));
      },
    },
    { highWaterMark: 0 },
  );
  expect(await readBytes(post(endless, { "Content-Length": "100001" }))).toMatchObject({
    status: 413,
  });
  expect(pulled).not.toHaveBeenCalled();
  expect(await readBytes(post(endless))).toMatchObject({ status: 413 });
  expect(pulled).toHaveBeenCalledTimes(3);
  expect(await readBytes(post("x".repeat(20)), { maxBytes: 19 })).toMatchObject({ status: 413 });
  expect(await readBytes(post("x".repeat(20)), { maxBytes: 20 })).toMatchObject({ kind: "read" });
});

test("what is small and soon there is read, and nothing is left waiting", async () => {
  expect(await readText(post('{"a":"é"}'))).toEqual({ kind: "read", content: '{"a":"é"}' });
  expect(await readText(new Request("https://site.example/"))).toEqual({
    kind: "read",
    content: "",
  });
  expect(vi.getTimerCount()).toBe(0);
});

test("JSON comes without halves of signs, and not at all when it is broken or endlessly nested", async () => {
  const contentOf = async (text: string) => {
    const read = await readJson(post(text));
    return read.kind === "read" ? read.content : read.status;
  };
  expect(await contentOf(String.raw`{"a":["\ud800"],"b":1}`)).toEqual({ a: ["\uFFFD"], b: 1 });
  expect(await contentOf("{")).toBeUndefined();
  expect(await contentOf("[".repeat(40_000) + "]".repeat(40_000))).toBeUndefined();
  expect(await contentOf("[".repeat(100) + "]".repeat(100))).toBeDefined();
});
