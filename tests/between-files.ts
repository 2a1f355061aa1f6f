/**
 * Test files of one worker share its modules and its DOM, which saves two thirds of their time. Whatever
 * one of them mocked, stubbed or left on the page is gone before the next begins.
 */
import { afterAll, vi } from "vitest";

vi.resetModules();

afterAll(async () => {
  vi.useRealTimers();
  // A page that is still being loaded would be there in the next file with the mocks of this one.
  await vi.dynamicImportSettled();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
});
