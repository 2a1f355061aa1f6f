/** Cloudflare Turnstile, if the operator has set its keys: which pages get a page token. */
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { startTurnstile } from "@hark/turnstile-stand-in";
import type { TurnstileStandIn } from "@hark/turnstile-stand-in";
import { DUMMY_TOKEN, TESTING_SECRETS } from "@hark/turnstile-stand-in/testing-keys";
import type { Solved } from "@hark/turnstile-stand-in/tokens";
import { api, internal } from "../../convex/_generated/api";
import { LANDING_EMBED_ID } from "../../convex/shared/landingAssistant";
import { MESSAGES } from "../../convex/shared/messages";
import { TURNSTILE_ACTION } from "../../convex/shared/turnstile";
import { DEFAULT_CONVERSATION } from "../../convex/shared/conversation";
import { SITE_URL } from "../contract/deployment.ts";
import { requestPageToken, fetchPageToken } from "../fixtures/page-token.ts";
import { MINUTE_MS, onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { newAssistant } from "./samples.ts";
import { createAssistant, openVoice, postCall } from "./voice-world.ts";
import type { VoiceWorld } from "./voice-world.ts";

const HOST = new URL(SITE_URL).hostname;
const PARTS = {
  headers: { "Content-Security-Policy": "script-src 'self'; style-src 'look'; frame-ancestors *" },
  head: "<!doctype html>",
  main: '<main id="root"',
  faces: { mic: "<button>mic</button>" },
  end: "</main></html>",
};
const OFF = { TURNSTILE_SITE_KEY: "", TURNSTILE_SECRET_KEY: "", TURNSTILE_API_URL: "" };

onEachBillingBackend((world) => {
  let opened: { world: VoiceWorld; close(): Promise<void> } | undefined;
  let turnstile: TurnstileStandIn;
  const voice = () => must(opened, "voice world").world;
  beforeAll(async () => {
    opened = await openVoice(world());
    const { clock } = world();
    turnstile = await startTurnstile({ clock, hostnames: [HOST], onError: console.error });
    await voice().setVariables({ CONCURRENCY_PER_NETWORK: "100", ...turnstile.variables });
    await world().inside.mutation(internal.talkButton.widgetPage.saveAssets, { parts: PARTS });
  });
  afterEach(async () => {
    turnstile.setFault("none");
    await voice().setVariables(turnstile.variables);
  });
  afterAll(async () => {
    await turnstile.close();
    await opened?.close();
  });

  async function live() {
    const { owner } = await onTrial(world(), "PRO");
    const { assistantId, embedId } = await createAssistant(owner);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    return { owner, embedId, assistantId };
  }

  /** Like a browser that shows this assistant's button. */
  const tokenFor = (embedId: string, other: Partial<Solved> = {}) =>
    turnstile.solve({ hostname: HOST, action: TURNSTILE_ACTION, cdata: embedId, ...other });

  async function prove(embedId: string, asked: object = {}) {
    const answer = await requestPageToken(world().siteUrl, { embedId, sites: [], ...asked });
    const told = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, ...told } as {
      status: number;
      code?: string;
      pageToken?: string;
      message?: string;
      closed?: object;
    };
  }

  async function call(embedId: string, shown: object) {
    await world().advance(MINUTE_MS);
    const answer = await postCall(voice(), embedId, embedId, shown);
    const { code, pageToken } = (await answer.json()) as { code?: string; pageToken?: string };
    return { status: answer.status, code, pageToken };
  }

  // T83: docs/security.md
  test("a Turnstile token gets one page token, and that is valid for one call", async () => {
    const { embedId } = await live();
    const { status, pageToken } = await prove(embedId, { turnstile: tokenFor(embedId) });
    expect(status).toBe(200);
    const first = await call(embedId, { pageToken, sites: [] });
    // The next call uses another token, because a token's result never changes.
    expect(first).toEqual({ status: 201, code: undefined, pageToken: undefined });
    expect(await call(embedId, { pageToken, sites: [] })).toMatchObject({
      code: "page_token_refused",
    });
  });

  // T83: docs/security.md
  test("without a Turnstile token there is no page token and no request to Cloudflare", async () => {
    const { embedId } = await live();
    const before = turnstile.checks();
    for (const given of [undefined, null, "", 7, {}, [tokenFor(embedId)]]) {
      expect(await prove(embedId, { turnstile: given })).toEqual({
        status: 403,
        code: "turnstile_required",
        message: MESSAGES.pageOutdated,
      });
    }
    const long = await prove(embedId, { turnstile: "a".repeat(2049) });
    expect(long).toMatchObject({ status: 403, code: "turnstile_refused" });
    expect(turnstile.checks()).toBe(before);
  });

  // T83: docs/security.md
  test("a token is worthless if it is used twice, five minutes old, made up, or for another assistant", async () => {
    const [{ embedId }, other] = [await live(), await live()];
    const refused = { status: 403, code: "turnstile_refused", message: MESSAGES.somethingWrong };
    const used = tokenFor(embedId);
    expect((await prove(embedId, { turnstile: used })).status).toBe(200);
    expect(await prove(embedId, { turnstile: used })).toEqual(refused);
    for (const token of [
      tokenFor(other.embedId),
      tokenFor(embedId, { action: "login" }),
      tokenFor(embedId, { cdata: "" }),
      tokenFor(embedId, { hostname: "elsewhere.example" }),
      "made up",
      DUMMY_TOKEN,
    ]) {
      expect(await prove(embedId, { turnstile: token })).toEqual(refused);
    }
    const old = tokenFor(embedId);
    await world().advance(5 * MINUTE_MS + 1_000);
    expect(await prove(embedId, { turnstile: old })).toEqual(refused);
  });

  // T83: docs/security.md
  test("the keys that Cloudflare publishes for tests let nobody in", async () => {
    const { embedId } = await live();
    for (const TURNSTILE_SECRET_KEY of Object.values(TESTING_SECRETS)) {
      await voice().setVariables({ TURNSTILE_SECRET_KEY });
      const answer = await prove(embedId, { turnstile: DUMMY_TOKEN });
      expect(answer).toMatchObject({ status: 403, code: "turnstile_refused" });
    }
  });

  // T83: docs/security.md
  test("a program cannot flood Cloudflare, because one network's requests are rate-limited first", async () => {
    const { embedId } = await live();
    await world().advance(2 * MINUTE_MS);
    const before = turnstile.checks();
    const statuses: number[] = [];
    for (let count = 0; count < 70; count += 1) {
      statuses.push((await prove(embedId, { turnstile: "made up" })).status);
    }
    expect(statuses).toContain(429);
    expect(turnstile.checks() - before).toBeLessThan(70);
    await world().advance(2 * MINUTE_MS);
  });

  // T83: docs/security.md
  test("while Cloudflare does not answer no call starts, and the operator is told once", async () => {
    const { embedId } = await live();
    await world().advance(11 * MINUTE_MS);
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const unavailable = { status: 503, code: "turnstile_unavailable" };
    const checks = turnstile.checks();
    turnstile.setFault("silent");
    expect(await prove(embedId, { turnstile: tokenFor(embedId) })).toMatchObject(unavailable);
    // Asked a second time, with the same idempotency key.
    expect(turnstile.checks() - checks).toBe(2);
    turnstile.setFault("internal-error");
    expect(await prove(embedId, { turnstile: tokenFor(embedId) })).toMatchObject(unavailable);
    turnstile.setFault("none");
    await voice().setVariables({ TURNSTILE_SECRET_KEY: "0x4AAAnobody" });
    expect(await prove(embedId, { turnstile: tokenFor(embedId) })).toMatchObject(unavailable);
    await voice().setVariables(turnstile.variables);
    await world().advance(11 * MINUTE_MS);
    const hostname = "elsewhere.example";
    expect(await prove(embedId, { turnstile: tokenFor(embedId, { hostname }) })).toMatchObject({
      code: "turnstile_refused",
    });
    const alerts = logged.mock.calls.filter(([text]) => String(text).startsWith("ALERT"));
    logged.mockRestore();
    // The local backend's functions have their own console.
    if (inject("backend") === "convex-test") {
      expect(alerts.map(([, told]) => (told as { reason: string }).reason)).toEqual([
        expect.stringContaining("fetch failed"),
        "a token is from the host elsewhere.example, not from SITE_URL",
      ]);
    }
    expect(await call(embedId, {})).toMatchObject({ code: "page_token_refused" });
  });

  // T83: docs/security.md
  test("the finished page tells its script where to get a token", async () => {
    const { embedId } = await live();
    const page = await fetch(`${world().siteUrl}/widget/${embedId}`);
    const text = await page.text();
    expect(text).toContain(turnstile.widget.siteKey);
    expect(text).not.toContain(turnstile.widget.secretKey);
    expect(page.headers.get("content-security-policy")).toMatch(
      new RegExp(
        `^script-src 'self' ${turnstile.url}; .*; frame-ancestors \\*; frame-src 'self' ${turnstile.url}$`,
      ),
    );
    const tag = must(page.headers.get("etag"), "its tag");
    const headers = { "If-None-Match": tag };
    expect((await fetch(`${world().siteUrl}/widget/${embedId}`, { headers })).status).toBe(304);
    await voice().setVariables(OFF);
    const without = await fetch(`${world().siteUrl}/widget/${embedId}`, { headers });
    expect(without.status).toBe(200);
    expect(await without.text()).not.toContain(turnstile.widget.siteKey);
  });

  test("a closed assistant says so to a page that has no token yet", async () => {
    const { embedId, owner, assistantId } = await live();
    const { embedId: _, ...content } = newAssistant();
    const openingHours = Array.from({ length: 7 }, () => []);
    const talk = { ...DEFAULT_CONVERSATION, openingHours };
    await owner.mutation(api.assistants.updateAssistant, { assistantId, ...content, talk });
    const answer = await prove(embedId);
    expect(answer).toMatchObject({
      code: "turnstile_required",
      unavailable: { words: "Closed now" },
    });
  });

  test("an owner's test call needs no token", async () => {
    const { embedId, owner } = await live();
    expect((await postCall(voice(), await owner.token(), embedId)).status).toBe(201);
  });

  test("without the keys, or with only one, no token is needed", async () => {
    const { embedId } = await live();
    const before = turnstile.checks();
    const missing: Record<string, string>[] = [
      OFF,
      { TURNSTILE_SITE_KEY: "" },
      { TURNSTILE_SECRET_KEY: "" },
    ];
    for (const keys of missing) {
      await voice().setVariables({ ...turnstile.variables, ...keys });
      const page = await fetch(`${world().siteUrl}/widget/${embedId}`);
      const policy = page.headers.get("content-security-policy");
      expect(policy).toMatch(/^script-src 'self'; style-src 'sha256-[^']+'; frame-ancestors \*$/);
      const pageToken = await fetchPageToken(world().siteUrl, embedId);
      const next = await call(embedId, { pageToken, sites: [] });
      expect(next.status).toBe(201);
      expect((await call(embedId, { pageToken: next.pageToken, sites: [] })).status).toBe(201);
      expect((await prove(embedId)).status).toBe(200);
      const found = await world().visitor.query(api.assistants.getAssistantByEmbedId, { embedId });
      expect(found).not.toHaveProperty("turnstile");
    }
    expect(turnstile.checks()).toBe(before);
  });

  test("the landing-page assistant requires a token too", async () => {
    await world().inside.mutation(internal.operator.updateLandingAssistant, {});
    await world().settle();
    expect((await prove(LANDING_EMBED_ID)).code).toBe("turnstile_required");
    const turnstileToken = tokenFor(LANDING_EMBED_ID);
    expect((await prove(LANDING_EMBED_ID, { turnstile: turnstileToken })).status).toBe(200);
  });
});
