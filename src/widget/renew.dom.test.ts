import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => window.history.replaceState(null, "", "/"));

// T60: docs/security.md
test("a page that was loaded anew goes on with what was begun, once", async () => {
  window.history.replaceState("again", "", "/widget/1?again");
  const { renew, takePressOfBefore } = await import("./renew");
  expect([takePressOfBefore(), takePressOfBefore()]).toEqual([true, false]);
  expect(await renew()).toBe(false);
});

// T60: docs/security.md
test("an address alone has no call begin", async () => {
  window.history.replaceState(null, "", "/widget/1?again");
  const { takePressOfBefore } = await import("./renew");
  expect(takePressOfBefore()).toBe(false);
});
