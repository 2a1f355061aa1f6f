/**
 * What the product may rely on: every case runs on convex-test, on the local backend, and on a real one
 * (docs/verify.md).
 */
import { afterAll, afterEach, beforeEach, describe, vi } from "vitest";
import { implementations } from "./backends.ts";
import type { ContractBackend } from "./backends.ts";
import { basicCases } from "./cases/basics.cases.ts";
import { documentCases } from "./cases/documents.cases.ts";
import { echoCases } from "./cases/echoes.cases.ts";
import { fileCases } from "./cases/files.cases.ts";
import { httpCases } from "./cases/http.cases.ts";
import { kindCases } from "./cases/kinds.cases.ts";
import { nestingCases } from "./cases/nesting.cases.ts";
import { pageCases } from "./cases/pages.cases.ts";
import { planningCases } from "./cases/planning.cases.ts";
import { rangeCases } from "./cases/ranges.cases.ts";
import { runtimeCases } from "./cases/runtime.cases.ts";
import { searchCases } from "./cases/search.cases.ts";

describe.each(implementations())("$name", (implementation) => {
  let backend: ContractBackend;

  beforeEach(async () => {
    // convex-test prints the failures of scheduled functions there, and they are tested here.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    backend = await implementation.fresh();
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  afterAll(() => implementation.close());

  const suite = { backend: () => backend, isLocal: implementation.name !== "convex-test" };
  basicCases(suite);
  documentCases(suite);
  rangeCases(suite);
  pageCases(suite);
  searchCases(suite);
  kindCases(suite);
  echoCases(suite);
  nestingCases(suite);
  planningCases(suite);
  fileCases(suite);
  httpCases(suite);
  runtimeCases(suite);
});
