/** What a deployment tells everybody about itself: its version. */
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { PRODUCT_VERSION } from "../../convex/lib/productVersion";
import { callApi } from "./api-client.ts";
import { complaintsAbout } from "./api-document.ts";
import { SILENT_PLATFORM } from "./talk.ts";
import { onEachBackend } from "./world.ts";

onEachBackend((world) => {
  beforeAll(() =>
    world().setVariables({ ...SILENT_PLATFORM, STRIPE_SECRET_KEY: "sk_test_sim_unused" }),
  );

  test("anybody can read the version of the functions, without a key", async () => {
    const answer = await callApi(world(), "/version", null);
    expect([answer.status, answer.body]).toEqual([200, { version: PRODUCT_VERSION }]);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=60");
    const { body: document } = await callApi(world(), "/openapi.json", null);
    expect(complaintsAbout(document, "/version", answer)).toEqual([]);
    const headers = { "If-None-Match": must(answer.headers.get("ETag"), "ETag") };
    expect((await callApi(world(), "/version", null, { headers })).status).toBe(304);
    expect((await callApi(world(), "/version", null, { method: "POST" })).status).toBe(405);
    expect((await callApi(world(), "/version/1", null)).status).toBe(404);
  });
});
