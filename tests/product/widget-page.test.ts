/** The page that the functions render for a live assistant's talk button. */
import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { newAssistant } from "./samples.ts";
import { SILENT_PLATFORM } from "./talk.ts";

const PARTS = {
  headers: {
    "Content-Security-Policy": "style-src 'self' 'look'; frame-ancestors *",
    "X-Content-Type-Options": "nosniff",
  },
  head: "<!doctype html><html><head><style>a{}</style>",
  main: '</head><body><main id="root"',
  faces: { mic: "<button>mic</button>", bot: "<button>bot</button>" },
  end: "</main><script>run()</script></body></html>",
};

onEachBillingBackend((world) => {
  beforeAll(() => world().setVariables(SILENT_PLATFORM));

  const keep = (parts: typeof PARTS) =>
    world().inside.mutation(internal.talkButton.widgetPage.saveAssets, { parts });
  const get = (embedId: string, headers: Record<string, string> = {}) =>
    fetch(`${world().siteUrl}/widget/${embedId}`, { headers });

  test("before the functions have fetched the page's parts, there is none", async () => {
    expect((await get(crypto.randomUUID())).status).toBe(404);
  });

  // T25: docs/security.md
  test("a live assistant's look and data are in its page, whose policy allows nothing else", async () => {
    await keep(PARTS);
    const { owner } = await onTrial(world(), "STARTER");
    const given = { ...newAssistant(), name: `Ada & "Co" <script>`, widgetIcon: "bot" as const };
    const { embedId } = given;
    const assistantId = await owner.mutation(api.assistants.createAssistant, given);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });

    const answer = await get(embedId);
    const page = await answer.text();
    const [look = "", style = ""] = /<style>(:root[^<]*)<\/style>/.exec(page) ?? [];
    expect(page.startsWith(`${PARTS.head}${look}${PARTS.main} data-assistant="`)).toBe(true);
    expect(page.endsWith(`><button>bot</button>${PARTS.end}`)).toBe(true);
    expect(page).toMatch(/" data-unseen><button>/);
    expect(style).toBe(":root{--size:56px;--color:#3b82f6}");
    const hash = createHash("sha256").update(style).digest("base64");
    expect(answer.headers.get("content-security-policy")).toBe(
      `style-src 'self' 'sha256-${hash}'; frame-ancestors *`,
    );
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const data = must(/data-assistant="([^"]*)"/.exec(page)?.[1], "what it is told");
    expect(data).toContain("Ada &amp; \\&quot;Co\\&quot; &lt;script&gt;");

    const tag = must(answer.headers.get("etag"), "its tag");
    for (const known of [tag, `W/${tag}`]) {
      const again = await get(embedId, { "If-None-Match": known });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
    }
    expect(await (await get(`${embedId}/`)).text()).toBe(page);

    await keep({ ...PARTS, end: PARTS.end.replace("run", "go") });
    expect((await get(embedId, { "If-None-Match": tag })).status).toBe(200);

    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const gone = await get(embedId, { "If-None-Match": tag });
    expect(gone.status).toBe(200);
    expect(await gone.text()).toBe(`${PARTS.head}${PARTS.main}></main></body></html>`);
  });

  test("every visitor gets the same page, which a CDN may cache, and no view writes to the database", async () => {
    await keep(PARTS);
    const { owner } = await onTrial(world(), "STARTER");
    const given = newAssistant();
    const assistantId = await owner.mutation(api.assistants.createAssistant, given);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const before = await world().rows("assistants");
    const views = await Promise.all(
      Array.from({ length: 12 }, async (_, site) => {
        const answer = await get(given.embedId, { Referer: `https://site-${site}.example/` });
        expect(answer.headers.get("cache-control")).toBe(
          "public, max-age=10, s-maxage=10, stale-while-revalidate=60",
        );
        expect(answer.headers.get("vary")).toBeNull();
        expect(answer.headers.get("set-cookie")).toBeNull();
        return [answer.headers.get("etag"), await answer.text()].join("\n");
      }),
    );
    expect(new Set(views).size).toBe(1);
    expect(await world().rows("assistants")).toEqual(before);
  });

  test("the page's parts are fetched from the app's host, and kept while it is down", async () => {
    const take = () => world().inside.action(internal.talkButton.widgetPage.refreshAssets);
    await keep(PARTS);
    await world().setVariables({ SITE_URL: "http://127.0.0.1:9" });
    expect(await take()).toBe(false);
    expect(await world().rows("widgetAssets")).toMatchObject([{ parts: PARTS }]);
  });
});
