import { afterEach, expect, test, vi } from "vitest";
import type { ActionCtx } from "../_generated/server";
import { beginDiscovery } from "../knowledge/reading/discover";
import { websiteReading } from "./websiteReading";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test("a website gets one request a second, however fast it answers", async () => {
  vi.useFakeTimers();
  vi.stubEnv("SITE_URL", "https://hark.example");
  let requests = 0;
  vi.stubGlobal("fetch", async () => {
    requests += 1;
    return new Response("<p>Rye bread</p>", { headers: { "Content-Type": "text/html" } });
  });
  const start = "https://bakery.example.com/";
  const discovery = { ...beginDiscovery(start, 5), robots: { kind: "everythingAllowed" } };
  const website = { _id: "website", state: "reading", start, progress: JSON.stringify(discovery) };
  const pages = ["", "prices"].map((path) => ({ _id: path, url: start + path }));
  const ctx = {
    runQuery: async () => {
      const page = pages[requests];
      return page === undefined ? null : { website, page };
    },
    runMutation: async () => null,
  } as unknown as ActionCtx;
  expect(await websiteReading.run(ctx, "website")).toBe(Date.now() + 1_000);
  expect(requests).toBe(1);
  expect(await websiteReading.run(ctx, "website")).toBeNull();
  expect(requests).toBe(2);
});
