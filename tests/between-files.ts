/**
 * Test files of one worker share its modules and DOM, which saves two thirds of their time. This removes what a file
 * mocked, stubbed or rendered before the next one starts.
 */
import { configure } from "@testing-library/react";
import { afterAll, vi } from "vitest";

vi.resetModules();
// Only for tests that hang. A second, the default, is a race against the machine.
configure({ asyncUtilTimeout: 60_000 });

afterAll(async () => {
  vi.useRealTimers();
  // A pending import would otherwise resolve in the next file, with the mocks of this one.
  await vi.dynamicImportSettled();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  localStorage.clear();
  sessionStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
});
