import { expect, test, vi } from "vitest";
import { loadAgain } from "./load-again";

const FAILED = new TypeError(
  "Failed to fetch dynamically imported module: http://hark.example/assets/voice-sdk-X1.js",
);

test("what loads is loaded once", async () => {
  const importFrom = vi.fn();
  expect(await loadAgain(() => Promise.resolve("sdk"), importFrom)).toBe("sdk");
  expect(importFrom).not.toHaveBeenCalled();
});

test("what failed once is asked for under another address", async () => {
  const importFrom = vi.fn<(address: string) => Promise<string>>(() => Promise.resolve("sdk"));
  expect(await loadAgain(() => Promise.reject(FAILED), importFrom)).toBe("sdk");
  const [[address] = [""]] = importFrom.mock.calls;
  expect(address).toMatch(/^http:\/\/hark\.example\/assets\/voice-sdk-X1\.js\?again=\d+$/);
});

test("without a network it fails again, and so does what names no file", async () => {
  const offline = () => Promise.reject(new Error("still offline"));
  await expect(loadAgain(() => Promise.reject(FAILED), offline)).rejects.toThrow("still offline");
  const nameless = new TypeError("Importing a module script failed.");
  await expect(loadAgain(() => Promise.reject(nameless), offline)).rejects.toBe(nameless);
});
