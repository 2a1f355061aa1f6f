/** What a deployment tells everybody about itself: its version, and whether it works. */
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { PRODUCT_VERSION } from "../../convex/lib/productVersion";
import { callApi } from "./api-client.ts";
import { complaintsAbout } from "./api-document.ts";
import { SILENT_PLATFORM, startCall, voicedAssistant } from "./talk.ts";
import { onEachBackend } from "./world.ts";

const MINUTE_MS = 60_000;

onEachBackend((world) => {
  beforeAll(() =>
    world().setVariables({ ...SILENT_PLATFORM, STRIPE_SECRET_KEY: "sk_test_sim_unused" }),
  );

  const ask = (path: string) => fetch(world().siteUrl + path);

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

  test("a monitor learns of an outage of the voice platform, and of its end", async () => {
    const owner = await world().signUp();
    const { embedId } = await voicedAssistant(world(), owner);
    const gone = await voicedAssistant(world(), owner, "Grace");
    const vapi = async () => {
      const answer = await ask("/health");
      const { dependencies } = (await answer.json()) as { dependencies: { vapi: string } };
      return `${answer.status} ${dependencies.vapi}`;
    };
    expect(await vapi()).toBe("200 ok");
    // Nobody listens at the platform's address, so the assistant cannot be deleted there.
    await owner.mutation(api.assistants.deleteAssistant, { assistantId: gone.assistantId });
    await world().settle();
    const job = async () =>
      (await world().rows("jobs")).find(({ kind }) => kind === "voiceDeletion");
    while (must(await job(), "job").attempts < 3) {
      await world().advance(10 * MINUTE_MS);
      await world().inside.mutation(internal.jobs.startJobs.sweep, {});
      await world().settle();
    }
    expect(await vapi()).toBe("503 failing");
    await startCall(world(), embedId, owner.userId);
    expect(await vapi()).toBe("200 ok");
  });

  // T131: docs/security.md
  test("a network that asks too often is told to wait", async () => {
    await world().advance(MINUTE_MS);
    const asked = await Promise.all(
      Array.from({ length: 60 }, () => [ask("/health"), ask("/v1/version")]).flat(),
    );
    const refused = asked.filter(({ status }) => status === 429);
    // Time passes during the test, which restores some requests.
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.length).toBeLessThanOrEqual(60);
    for (const { headers } of refused) {
      expect(Number(headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
    }
    await world().advance(MINUTE_MS);
    expect((await ask("/v1/version")).status).toBe(200);
    expect((await ask("/health")).status).not.toBe(429);
  });
});
