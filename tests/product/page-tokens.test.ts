/** On which sites an assistant's button works, and the page tokens that start calls. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { MESSAGES } from "../../convex/shared/messages";
import { MAX_ALLOWED_SITES, SITE_ERRORS } from "../../convex/shared/sites";
import { SITE_URL } from "../contract/deployment.ts";
import { requestPageToken, fetchPageToken } from "../fixtures/page-token.ts";
import { HOUR_MS, MINUTE_MS, onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { refusal } from "./refusal.ts";
import { newAssistant } from "./samples.ts";
import { createAssistant, openVoice, postCall } from "./voice-world.ts";
import type { VoiceWorld } from "./voice-world.ts";

const PARTS = {
  headers: { "Content-Security-Policy": "style-src 'self' 'look'; frame-ancestors *" },
  head: "<!doctype html>",
  main: '<main id="root"',
  faces: { mic: "<button>mic</button>" },
  end: "</main></html>",
};

onEachBillingBackend((world) => {
  let opened: { world: VoiceWorld; close(): Promise<void> } | undefined;
  const voice = () => must(opened, "voice world").world;
  beforeAll(async () => {
    opened = await openVoice(world());
    await voice().setVariables({ CONCURRENCY_PER_NETWORK: "100" });
    await world().inside.mutation(internal.talkButton.widgetPage.saveAssets, { parts: PARTS });
  });
  afterAll(() => opened?.close());

  async function live(allowedSites: string[] = []) {
    const { owner } = await onTrial(world(), "PRO");
    const assistant = await createAssistant(owner);
    const { assistantId } = assistant;
    const save = async (sites: string[] | undefined) => {
      const { embedId: _, ...content } = newAssistant();
      const sent = { ...content, ...(sites === undefined ? {} : { allowedSites: sites }) };
      await owner.mutation(api.assistants.updateAssistant, { assistantId, ...sent });
    };
    await save(allowedSites);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const { embedId } = assistant;
    return { owner, embedId, assistantId, save };
  }

  const page = (embedId: string, headers: Record<string, string> = {}) =>
    fetch(`${world().siteUrl}/widget/${embedId}`, { headers });
  const call = async (embedId: string, shown: object) => {
    await world().advance(MINUTE_MS);
    const answer = await postCall(voice(), embedId, embedId, shown);
    const { code, pageToken } = (await answer.json()) as { code?: string; pageToken?: string };
    return { status: answer.status, code, pageToken };
  };

  test("a page token is valid for one call, and the response brings the next one", async () => {
    const { embedId } = await live();
    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    const first = await call(embedId, { pageToken, sites: ["https://shop.example"] });
    expect(first.status).toBe(201);
    expect(await call(embedId, { pageToken, sites: [] })).toMatchObject({
      status: 403,
      code: "page_token_refused",
    });
    expect((await call(embedId, { pageToken: first.pageToken, sites: [] })).status).toBe(201);
    expect(
      (await call(embedId, { pageToken: await fetchPageToken(world().siteUrl, embedId) })).status,
    ).toBe(201);
  });

  // T21: docs/security.md
  test("simultaneous requests with the same page token start one call", async () => {
    const { embedId } = await live();
    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    const answers = await Promise.all(
      [1, 2, 3].map(() => postCall(voice(), embedId, embedId, { pageToken })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
  });

  // T21: docs/security.md
  test("without a page token, or with a forged, old or another assistant's token, no call starts", async () => {
    const [{ embedId }, other] = [await live(), await live()];
    const pageToken = must(await fetchPageToken(world().siteUrl, embedId), "pageToken");
    const [id = "", expiry = "", signature = ""] = pageToken.split(".");
    const forged = [
      undefined,
      null,
      7,
      "",
      `${id}.${expiry}`,
      `${crypto.randomUUID()}.${expiry}.${signature}`,
      `${id}.${Number(expiry) + 1}.${signature}`,
      await fetchPageToken(world().siteUrl, other.embedId),
    ];
    for (const shown of forged) {
      expect(await call(embedId, { pageToken: shown })).toMatchObject({
        status: 403,
        code: "page_token_refused",
      });
    }
    expect((await call(embedId, { pageToken })).status).toBe(201);
    const old = must(await fetchPageToken(world().siteUrl, embedId), "pageToken");
    await world().advance(16 * MINUTE_MS);
    expect(await call(embedId, { pageToken: old })).toMatchObject({ code: "page_token_refused" });
    // A page without a token cannot use up visitors' rate limits.
    for (let minute = 0; minute < 4; minute += 1) {
      await Promise.all(
        Array.from({ length: 9 }, () => postCall(voice(), embedId, embedId, { pageToken: old })),
      );
      await world().advance(MINUTE_MS);
    }
    expect(
      (await call(embedId, { pageToken: await fetchPageToken(world().siteUrl, embedId) })).status,
    ).toBe(201);
  });

  test("a page token can be used again after a call that could not be started", async () => {
    const { embedId } = await live();
    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    await voice().control("faults", { method: "POST", path: "/call/web", status: 500 });
    expect((await call(embedId, { pageToken })).status).toBe(502);
    expect((await call(embedId, { pageToken })).status).toBe(201);
  });

  // T21: docs/security.md
  test("the page's policy contains the list of sites, and a new list changes the page", async () => {
    const { embedId, save } = await live([
      " Shop.example/about ",
      "*.shop.example",
      "shop.example",
    ]);
    const listed = await page(embedId);
    const tag = must(listed.headers.get("etag"), "its tag");
    const policy = (answer: Response) => answer.headers.get("content-security-policy") ?? "";
    expect(policy(listed)).toMatch(
      /^style-src 'self' 'sha256-[^']+'; frame-ancestors https:\/\/shop\.example https:\/\/\*\.shop\.example$/,
    );
    // A form that sends no list leaves it unchanged.
    await save(undefined);
    expect(policy(await page(embedId))).toBe(policy(listed));
    await save([]);
    const open = await page(embedId, { "If-None-Match": tag });
    expect(open.status).toBe(200);
    expect(policy(open)).toMatch(/; frame-ancestors \*$/);
  });

  // T21: docs/security.md
  test("a button on another site gets neither a page token nor a call", async () => {
    const { embedId, owner, save } = await live(["https://shop.example"]);
    const { siteUrl } = world();
    const ask = async (asked: object) =>
      (await requestPageToken(siteUrl, { embedId, ...asked })).status;
    expect(await ask({ sites: ["https://shop.example"] })).toBe(200);
    expect(await ask({ sites: ["https://other.example"] })).toBe(403);
    expect(await ask({ sites: ["https://shop.example", "https://other.example"] })).toBe(403);
    expect(await ask({ sites: ["null"] })).toBe(403);
    // Unknown, because the rendered page has a header that keeps it from other sites.
    for (const sites of [null, undefined, 7, [7], Array.from({ length: 11 }, () => "a")]) {
      expect(await ask({ sites })).toBe(403);
    }
    expect(await ask({ sites: null, isDrawn: true })).toBe(200);
    expect(await ask({ sites: ["https://other.example"], isDrawn: true })).toBe(403);

    const fresh = await fetchPageToken(siteUrl, embedId);
    const elsewhere = { pageToken: fresh, sites: ["https://other.example"] };
    expect(await call(embedId, elsewhere)).toMatchObject({ status: 403, code: "site_not_allowed" });
    const there = { pageToken: fresh, sites: ["https://shop.example"] };
    await save(["https://other.example"]);
    expect(await call(embedId, there)).toMatchObject({ code: "site_not_allowed" });
    await save(["https://shop.example"]);
    expect((await call(embedId, there)).status).toBe(201);
    // The owner can test it anywhere.
    const testing = await postCall(voice(), await owner.token(), embedId);
    expect(testing.status).toBe(201);
  });

  test("there is no page token for an assistant that is not live, or without an assistant", async () => {
    const { embedId, owner, assistantId } = await live();
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const answers = [
      await requestPageToken(world().siteUrl, { embedId, sites: [] }),
      await requestPageToken(world().siteUrl, { sites: [] }),
      await fetch(`${world().siteUrl}/call/page-token`, { method: "POST", body: "{" }),
      await fetch(`${world().siteUrl}/call/page-token`, { method: "POST", body: "null" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 400, 400]);
    expect(answers.every(({ headers }) => headers.get("access-control-allow-origin") === "*")).toBe(
      true,
    );
  });

  test("the owner is shown the sites that show the button: a few, and rarely written", async () => {
    const { embedId, owner, assistantId } = await live();
    const seen = async () => {
      const { seenSites = [] } = await owner.query(api.assistants.getAssistant, { assistantId });
      return seenSites.map(({ site }) => site);
    };
    const askOn = async (...sites: string[]) => {
      await requestPageToken(world().siteUrl, { embedId, sites });
    };
    expect(await (await page(embedId)).text()).toContain(" data-unseen>");
    await askOn("https://shop.example", "https://around-it.example");
    await askOn("http://127.0.0.1:4000");
    for (const origin of ["null", "nonsense", "http://192.168.0.1", "chrome-extension://a"]) {
      await askOn(origin);
    }
    await askOn(SITE_URL);
    expect(await seen()).toEqual(["http://127.0.0.1:4000", "https://shop.example"]);
    expect(await (await page(embedId)).text()).not.toContain("data-unseen");
    const { seenSites: before } = await owner.query(api.assistants.getAssistant, { assistantId });
    await askOn("https://shop.example");
    const { seenSites: after } = await owner.query(api.assistants.getAssistant, { assistantId });
    expect(after).toEqual(before);
    await world().advance(25 * HOUR_MS);
    await askOn("https://shop.example");
    expect(await seen()).toEqual(["https://shop.example", "http://127.0.0.1:4000"]);
    for (let index = 0; index < 30; index += 1) {
      await askOn(`https://junk-${index}.example`);
    }
    expect((await seen()).length).toBe(10);
    expect(await seen()).not.toContain("https://junk-29.example");
  });

  test("a list that browsers could not read is refused", async () => {
    const { save } = await live();
    await expect(save(["https://shop.example", "*.com"])).rejects.toEqual(
      refusal("invalid_input", SITE_ERRORS.tooWide),
    );
    await expect(save(["example.com; script-src *"])).rejects.toEqual(
      refusal("invalid_input", SITE_ERRORS.asterisk),
    );
    const many = Array.from({ length: MAX_ALLOWED_SITES + 1 }, (_, index) => `s${index}.example`);
    await expect(save(many)).rejects.toEqual(refusal("invalid_input", SITE_ERRORS.tooMany));
    await save(many.slice(1));
  });

  test("a refusal is written for visitors", async () => {
    const { embedId } = await live(["https://shop.example"]);
    const answer = await postCall(voice(), embedId, embedId, { sites: ["https://a.example"] });
    expect(await answer.json()).toMatchObject({ message: MESSAGES.siteNotAllowed });
    const other = await postCall(voice(), embedId, embedId);
    expect(await other.json()).toMatchObject({ message: MESSAGES.pageOutdated });
  });

  // T19: docs/security.md
  test("settings that a visitor's browser sends are ignored", async () => {
    const { embedId } = await live();
    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    await world().advance(MINUTE_MS);
    const unsaved = { systemPrompt: "You sell only rye bread." };
    const answer = await postCall(voice(), embedId, embedId, { pageToken, unsaved });
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: string };
    const { body } = await voice().atPlatform(`/call/${id}`);
    expect(JSON.stringify(body)).not.toContain("rye");
    expect(body.assistantOverrides).not.toHaveProperty("model");
  });
});
