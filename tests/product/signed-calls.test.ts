/** Assistants that accept only calls that their owner's server has signed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { NOT_SIGNED, wordsIn } from "../../convex/shared/talkButtonTexts";
import { REFUSALS } from "../../convex/shared/messages";
import { DEFAULT_CONVERSATION } from "../../convex/shared/conversation";
import { requestPageToken, fetchPageToken } from "../fixtures/page-token.ts";
import { callToken } from "../fixtures/call-token.ts";
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

interface Named {
  embedId: string;
}

onEachBillingBackend((world) => {
  let opened: { world: VoiceWorld; close(): Promise<void> } | undefined;
  const voice = () => must(opened, "voice world").world;
  beforeAll(async () => {
    opened = await openVoice(world());
    await voice().setVariables({ CONCURRENCY_PER_NETWORK: "100" });
    await world().inside.mutation(internal.talkButton.widgetPage.saveAssets, { parts: PARTS });
  });
  afterAll(() => opened?.close());

  async function live() {
    const { owner } = await onTrial(world(), "PRO");
    const { assistantId, embedId } = await createAssistant(owner);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const turnOn = () => owner.mutation(api.signedCalls.turnOn, { assistantId });
    const turnOff = () => owner.mutation(api.signedCalls.turnOff, { assistantId });
    const makeNewSecret = () => owner.mutation(api.signedCalls.makeNewSecret, { assistantId });
    return { owner, assistantId, embedId, turnOn, turnOff, makeNewSecret };
  }

  async function signed() {
    const assistant = await live();
    return { ...assistant, secret: await assistant.turnOn() };
  }

  const inMinutes = (minutes: number) => Math.floor(world().clock.now() / 1000 + minutes * 60);
  const tokenOf = ({ secret, embedId }: { secret: string; embedId: string }, minutes = 10) =>
    callToken({ secret, embedId, expires: inMinutes(minutes) });

  const exchange = async ({ embedId }: Named, token?: unknown, more = {}) => {
    const answer = await requestPageToken(world().siteUrl, { embedId, sites: [], token, ...more });
    const { pageToken, code, message, reason } = (await answer.json()) as Partial<
      Record<"pageToken" | "code" | "message" | "reason", string>
    >;
    return { status: answer.status, pageToken, code, message, reason };
  };
  const call = async ({ embedId }: Named, pageToken?: unknown) => {
    await world().advance(MINUTE_MS);
    const answer = await postCall(voice(), embedId, embedId, { pageToken, sites: [] });
    const { code, pageToken: next } = (await answer.json()) as {
      code?: string;
      pageToken?: string;
    };
    return { status: answer.status, code, next };
  };
  const page = async ({ embedId }: Named, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${world().siteUrl}/widget/${embedId}`, { headers });
    const text = await answer.text();
    return { status: answer.status, text, tag: answer.headers.get("etag") ?? "" };
  };

  // T84: docs/security.md
  test("a signed token is valid for one call, and the response brings no page token for another", async () => {
    const assistant = await signed();
    const token = tokenOf(assistant);
    const { status, pageToken } = await exchange(assistant, token);
    expect(status).toBe(200);
    expect(await call(assistant, pageToken)).toEqual({
      status: 201,
      code: undefined,
      next: undefined,
    });
    expect(await call(assistant, pageToken)).toMatchObject({
      status: 403,
      code: "page_token_refused",
    });
    expect(await exchange(assistant, token)).toMatchObject({ status: 403, code: "token_used" });
    const { pageToken: second } = await exchange(assistant, tokenOf(assistant));
    expect((await call(assistant, second)).status).toBe(201);
  });

  // T84: docs/security.md
  test("a token that is exchanged repeatedly or many times at once still starts one call", async () => {
    const assistant = await signed();
    const token = tokenOf(assistant);
    const exchanged = await Promise.all([1, 2, 3].map(() => exchange(assistant, token)));
    expect(exchanged.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { embedId } = assistant;
    const answers = await Promise.all(
      exchanged.map(({ pageToken }) =>
        postCall(voice(), embedId, embedId, { pageToken, sites: [] }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
  });

  // T84: docs/security.md
  test("without a signed token, or with a malformed one or a wrong signature, there is no page token", async () => {
    const [assistant, other] = [await signed(), await signed()];
    const token = tokenOf(assistant);
    const [, expires = "", nonce = "", signature = ""] = token.split(".");
    const refusals = async (tokens: unknown[]) =>
      await Promise.all(tokens.map(async (one) => (await exchange(assistant, one)).code));
    expect(new Set(await refusals([undefined, null, ""]))).toEqual(new Set(["token_missing"]));
    const malformed = [
      7,
      {},
      "v1",
      `v2.${expires}.${nonce}.${signature}`,
      `v1.${expires}..${signature}`,
      `v1.${expires}.short.${signature}`,
      `v1.${expires}.${nonce}.${signature.slice(1)}`,
      `v1.-1.${nonce}.${signature}`,
      `${token} `,
    ];
    expect(new Set(await refusals(malformed))).toEqual(new Set(["token_malformed"]));
    const wrong = [
      `v1.${Number(expires) + 1}.${nonce}.${signature}`,
      `v1.${expires}.${nonce}0.${signature}`,
      `v1.${expires}.${nonce}.${"0".repeat(64)}`,
      tokenOf({ ...assistant, embedId: other.embedId }),
      tokenOf({ ...assistant, secret: other.secret }),
      tokenOf({ ...assistant, secret: assistant.secret.replace("hksign_", "") }),
    ];
    expect(new Set(await refusals(wrong))).toEqual(new Set(["token_wrong_signature"]));
    // .NET writes hexadecimal in capital letters.
    const capitals = `v1.${expires}.${nonce}.${signature.toUpperCase()}`;
    const { pageToken } = await exchange(assistant, capitals);
    expect((await call(assistant, pageToken)).status).toBe(201);
    expect((await exchange(assistant, token)).code).toBe("token_used");
  });

  // T84: docs/security.md
  test("a token is valid for at most 15 minutes, with a tolerance of one minute between the clocks", async () => {
    const assistant = await signed();
    const codes = async (minutes: number) => {
      const { code = "given" } = await exchange(assistant, tokenOf(assistant, minutes));
      return code;
    };
    expect(await codes(-1.5)).toBe("token_expired");
    expect(await codes(-0.5)).toBe("given");
    expect(await codes(15.5)).toBe("given");
    expect(await codes(16.5)).toBe("token_too_long");
    // In milliseconds, the unit of some languages.
    const inMs = callToken({ ...assistant, expires: world().clock.now() });
    expect((await exchange(assistant, inMs)).code).toBe("token_malformed");
  });

  // T84: docs/security.md
  test("an earlier page is out of date, and an earlier page token is refused", async () => {
    const assistant = await live();
    const before = await page(assistant);
    const renewed = await fetchPageToken(world().siteUrl, assistant.embedId);
    const { next } = await call(
      assistant,
      await fetchPageToken(world().siteUrl, assistant.embedId),
    );
    const secret = await assistant.turnOn();

    const after = await page(assistant, { "If-None-Match": before.tag });
    expect(after.status).toBe(200);
    expect(after.text).toContain("&quot;needsToken&quot;:true");
    expect((await page(assistant, { "If-None-Match": after.tag })).status).toBe(304);
    for (const pageToken of [renewed, next, undefined, ""]) {
      expect(await call(assistant, pageToken)).toMatchObject({
        status: 403,
        code: "token_missing",
      });
      expect(await exchange(assistant, undefined, { pageToken })).toMatchObject({
        status: 403,
        code: "token_missing",
      });
      expect((await exchange(assistant, undefined, { pageToken, sites: null })).status).toBe(403);
    }
    const { pageToken } = await exchange(assistant, tokenOf({ ...assistant, secret }));
    expect((await call(assistant, pageToken)).status).toBe(201);

    await assistant.turnOff();
    const open = await page(assistant, { "If-None-Match": after.tag });
    expect(open.status).toBe(200);
    const currentToken = await fetchPageToken(world().siteUrl, assistant.embedId);
    expect((await call(assistant, currentToken)).status).toBe(201);
  });

  // T84: docs/security.md
  test("pages of an old build, which send no page token, are refused", async () => {
    const assistant = await signed();
    const { embedId } = assistant;
    const asked = { embedId, ownerId: null, address: "192.0.2.1" };
    expect(await world().inside.mutation(internal.calls.reservation.reserve, asked)).toMatchObject({
      code: "token_missing",
    });
  });

  // T84: docs/security.md
  test("after the secret was rotated, both secrets work for a day; after signed calls were off, only the new one", async () => {
    const assistant = await signed();
    const makes = async (secret: string) =>
      (await exchange(assistant, tokenOf({ ...assistant, secret }))).code ?? "given";
    const second = await assistant.makeNewSecret();
    expect([await makes(assistant.secret), await makes(second)]).toEqual(["given", "given"]);
    const third = await assistant.makeNewSecret();
    expect(await makes(assistant.secret)).toBe("token_wrong_signature");
    expect(await makes(second)).toBe("given");
    await world().advance(25 * HOUR_MS);
    expect([await makes(second), await makes(third)]).toEqual(["token_wrong_signature", "given"]);
    await assistant.turnOff();
    const fourth = await assistant.turnOn();
    expect([await makes(third), await makes(fourth)]).toEqual(["token_wrong_signature", "given"]);
    expect(new Set([assistant.secret, second, third, fourth]).size).toBe(4);
    for (const secret of [assistant.secret, fourth]) {
      expect(secret).toMatch(/^hksign_[\da-f]{64}$/);
    }
  });

  // T84: docs/security.md
  test("the secret is shown once, and is in no other response and in no table", async () => {
    const { owner, assistantId, secret, turnOn } = await signed();
    const shown = [
      await owner.query(api.assistants.getAssistant, { assistantId }),
      await owner.query(api.assistants.listAssistants, {}),
      await world().rows("assistants"),
      await world().rows("assistantVersions"),
    ];
    expect(JSON.stringify(shown)).not.toContain(secret.slice("hksign_".length));
    await expect(turnOn()).rejects.toEqual(refusal("invalid_input", REFUSALS.signedCallsOn));
  });

  test("there is no new secret while signed calls are off", async () => {
    const { makeNewSecret, turnOff } = await live();
    await expect(makeNewSecret()).rejects.toEqual(
      refusal("invalid_input", REFUSALS.signedCallsOff),
    );
    await turnOff();
  });

  test("the owner's test calls and the page's lookup need no token, and other assistants ask for none", async () => {
    const [assistant, open] = [await signed(), await live()];
    const { owner, embedId } = assistant;
    expect((await postCall(voice(), await owner.token(), embedId)).status).toBe(201);
    const found = await world().visitor.query(api.assistants.getAssistantByEmbedId, { embedId });
    expect(found).toMatchObject({ needsToken: true });
    expect((await exchange(open, "whatever")).status).toBe(200);
    const ofOpen = await world().visitor.query(api.assistants.getAssistantByEmbedId, {
      embedId: open.embedId,
    });
    expect(ofOpen).not.toHaveProperty("needsToken");
  });

  test("a refusal has a text for the visitor, and a reason for the page's developer", async () => {
    const assistant = await signed();
    const { embedId, owner, assistantId } = assistant;
    const { message, reason } = await exchange(assistant, tokenOf(assistant, -10));
    const [text, words] = NOT_SIGNED;
    expect(message).toBe(text);
    expect(reason).toMatch(/expired/);
    const english = await postCall(voice(), embedId, embedId);
    expect(await english.json()).toMatchObject({ code: "token_missing", message: text, words });

    const { embedId: _, ...content } = newAssistant();
    const talk = { ...DEFAULT_CONVERSATION, language: "de" as const };
    await owner.mutation(api.assistants.updateAssistant, { assistantId, ...content, talk });
    const german = await postCall(voice(), embedId, embedId);
    const [inGerman] = must(wordsIn("de"), "German").notSigned;
    expect(await german.json()).toMatchObject({ message: inGerman });
    expect((await exchange(assistant)).message).toBe(inGerman);
  });

  test("allowed sites apply as well, and a token replaces what a browser does not report", async () => {
    const assistant = await signed();
    const { owner, assistantId } = assistant;
    const { embedId: _, ...content } = newAssistant();
    const allowedSites = ["https://shop.example"];
    await owner.mutation(api.assistants.updateAssistant, { assistantId, ...content, allowedSites });
    const from = async (sites: string[] | null) =>
      (await exchange(assistant, tokenOf(assistant), { sites })).code ?? "given";
    expect(await from(["https://other.example"])).toBe("site_not_allowed");
    expect(await from(["https://shop.example"])).toBe("given");
    expect(await from(null)).toBe("given");
  });

  test("versions record when signed calls were turned on or off, and restoring one does not change it", async () => {
    const { owner, assistantId, turnOff, turnOn } = await signed();
    const paginationOpts = { cursor: null, numItems: 10 };
    const versions = async () =>
      (await owner.query(api.versions.pageVersions, { assistantId, paginationOpts })).page;
    const isOn = async () =>
      (await owner.query(api.assistants.getAssistant, { assistantId })).onlySignedCalls === true;
    const [switchedOn, first] = await versions();
    expect(switchedOn?.changed).toEqual(["onlySignedCalls"]);
    await owner.mutation(api.versions.restoreVersion, { versionId: must(first, "first").id });
    expect(await isOn()).toBe(true);
    // Nor does the form, which does not send it.
    const { embedId: _, ...content } = newAssistant();
    await owner.mutation(api.assistants.updateAssistant, { assistantId, ...content });
    expect(await isOn()).toBe(true);
    await turnOff();
    const [switchedOff] = await versions();
    expect(switchedOff?.changed).toEqual(["onlySignedCalls"]);
    await owner.mutation(api.versions.restoreVersion, { versionId: must(switchedOn, "on").id });
    expect(await isOn()).toBe(false);
    await turnOn();
  });

  test("deleting the assistant invalidates its tokens", async () => {
    const assistant = await signed();
    const { owner, assistantId } = assistant;
    const token = tokenOf(assistant);
    const { pageToken } = await exchange(assistant, token);
    await owner.mutation(api.assistants.deleteAssistant, { assistantId });
    expect((await exchange(assistant, token)).status).toBe(404);
    expect((await call(assistant, pageToken)).status).toBe(404);
  });
});
