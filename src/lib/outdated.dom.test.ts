import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isOutdated } from "./outdated";

const serve = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", serve.mockReset());
  document.head.innerHTML = '<script type="module" src="/assets/index-A1.js"></script>';
});
afterEach(() => {
  document.head.replaceChildren();
});

test.each([
  ["the same build", new Response('<script src="/assets/index-A1.js">'), false],
  ["another build", new Response('<script src="/assets/index-B2.js">'), true],
  ["a server in trouble", new Response("Bad gateway", { status: 502 }), false],
])("with %s", async (_name, page, isOld) => {
  serve.mockResolvedValue(page);
  expect(await isOutdated()).toBe(isOld);
  expect(serve.mock.calls[0]?.[1]).toEqual({ cache: "no-store" });
});

test("with nobody there", async () => {
  serve.mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await isOutdated()).toBe(false);
});
