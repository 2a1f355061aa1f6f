/**
 * Components from npm, mounted in an app on the local backend. Sources: the component's own tests and documentation,
 * get-convex/rate-limiter, src/component/lib.test.ts; for what they rely on get-convex/convex-backend,
 * crates/model/src/components.
 */
import { ConvexHttpClient } from "convex/browser";
import { anyApi } from "convex/server";
import type { ApiFromModules } from "convex/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as limits from "./components-app/convex/limits";
import { COMPONENTS_APP_FOLDER, startDeployment } from "./any-deployment.ts";
import type { AnyDeployment } from "./any-deployment.ts";

const api = anyApi as unknown as ApiFromModules<{ limits: typeof limits }>;

let deployment: AnyDeployment;
let http: ConvexHttpClient;

beforeAll(async () => {
  deployment = await startDeployment(COMPONENTS_APP_FOLDER);
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
});

afterAll(() => deployment.close());

test("[K1] the rate limiter counts for each key, and refills with time", async () => {
  const hits: boolean[] = [];
  for (let i = 0; i < 4; i += 1) hits.push(await http.mutation(api.limits.hit, { key: "a" }));
  expect(hits).toEqual([true, true, true, false]);
  expect(await http.mutation(api.limits.hit, { key: "b" })).toBe(true);
  deployment.clock.advance(60_000);
  expect(await http.mutation(api.limits.hit, { key: "a" })).toBe(true);
});

// crates/isolate/src/environment/udf/async_syscall.rs `run_udf`: a component's function writes in its caller's
// transaction.
test("[T4] a failed mutation also rolls back its writes in a component", async () => {
  for (let i = 0; i < 5; i += 1) {
    await expect(http.mutation(api.limits.hitAndFail, { key: "failing" })).rejects.toThrow();
  }
  expect(await http.query(api.limits.isFree, { key: "failing" })).toBe(true);
});

// crates/value/src/table_mapping.rs `TableNamespace::ByComponent`.
test("[F4] two mounts of one component have separate tables", async () => {
  const hits: boolean[] = [];
  for (let i = 0; i < 4; i += 1) hits.push(await http.mutation(api.limits.hit, { key: "two" }));
  expect(hits).toEqual([true, true, true, false]);
  expect(await http.mutation(api.limits.hitSecond, { key: "two" })).toBe(true);
});

// crates/local_backend/src/public_api.rs: `UdfPostRequest` has no component, so the app's own function is looked up
// (crates/udf/src/validation.rs `missing_or_internal_error`); `public_function_post` has one, for admins.
test("[F1] clients cannot call a component's functions", async () => {
  const call = (route: string) =>
    fetch(`${deployment.backend.url}/api/${route}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        componentPath: "rateLimiter",
        path: "lib:resetRateLimit",
        format: "convex_encoded_json",
        args: [{ name: "perKey", key: "a" }],
      }),
    });
  expect(await (await call("mutation")).json()).toMatchObject({
    status: "error",
    errorMessage: expect.stringContaining(
      "Could not find public function for 'lib:resetRateLimit'.",
    ) as unknown,
  });
  const refused = await call("function");
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: "BadDeployKey" });
});

// npm-packages/convex/src/cli/lib/data.ts, with npm-packages/system-udfs/convex/_system/cli/tableData.ts.
test("[C4] the CLI shows a component's tables", async () => {
  const { stdout } = await deployment.cli("data", "--component", "rateLimiter");
  expect(stdout).toContain("rateLimits");
});

// crates/model/src/components/config.rs `delete_component`; npm run verify deletes unmounted ones.
test("[K4] a mounted component cannot be deleted", async () => {
  const { url, adminKey } = deployment.backend;
  const answer = await fetch(`${url}/api/delete_component`, {
    method: "POST",
    headers: { Authorization: `Convex ${adminKey}` },
    body: JSON.stringify({ componentId: "rateLimiter" }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    code: "ComponentMustBeUnmounted",
    message: "Component must be unmounted before deletion",
  });
});
