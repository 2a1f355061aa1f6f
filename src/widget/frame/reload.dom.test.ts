import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => window.history.replaceState(null, "", "/"));

// T60: docs/security.md
test("a page that was loaded anew goes on with the press of before, once", async () => {
  window.history.replaceState("again", "", "/widget/1?again");
  const { reloadOnce, takePressBeforeReload } = await import("./reload");
  expect([takePressBeforeReload(), takePressBeforeReload()]).toEqual([true, false]);
  expect(await reloadOnce()).toBe(false);
});

// T60: docs/security.md
test("an address alone starts no call", async () => {
  window.history.replaceState(null, "", "/widget/1?again");
  const { takePressBeforeReload } = await import("./reload");
  expect(takePressBeforeReload()).toBe(false);
});
