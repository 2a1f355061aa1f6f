/** What visitors agree to before their first call, and what is stored about it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FunctionArgs } from "convex/server";
import { must } from "@hark/stand-in-kit/must";
import { api, internal } from "../../convex/_generated/api";
import { REFUSALS } from "../../convex/shared/messages";
import { MAX_NOTICE_LENGTH, NOTICE_ERRORS } from "../../convex/shared/privacyNotice";
import type { ShownNotice } from "../../convex/assistants/table";
import { eventually } from "../eventually.ts";
import { fetchPageToken } from "../fixtures/page-token.ts";
import { joinRoom } from "../contract/voice/room-client.ts";
import { MINUTE_MS, onEachBillingBackend, onTrial } from "./money/billing-world.ts";
import { refusal } from "./refusal.ts";
import { newAssistant } from "./samples.ts";
import { createAssistant, openVoice, postCall } from "./voice-world.ts";
import type { Minted, VoiceWorld } from "./voice-world.ts";

const PARTS = {
  headers: { "Content-Security-Policy": "style-src 'self' 'look'" },
  head: "<!doctype html>",
  main: '<main id="root"',
  faces: { mic: "<button>mic</button>" },
  end: "</main></html>",
};
const READY = { language: "en", text: null, privacyUrl: null } as const;

type Changes = Partial<FunctionArgs<typeof api.assistants.createAssistant>>;

onEachBillingBackend((world) => {
  let opened: { world: VoiceWorld; close(): Promise<void> } | undefined;
  const voice = () => must(opened, "voice world").world;
  beforeAll(async () => {
    opened = await openVoice(world());
    await voice().setVariables({ CONCURRENCY_PER_NETWORK: "100" });
    await world().inside.mutation(internal.talkButton.widgetPage.saveAssets, { parts: PARTS });
  });
  afterAll(() => opened?.close());

  async function live(changes: Changes) {
    const { owner } = await onTrial(world(), "PRO");
    const { assistantId, embedId } = await createAssistant(owner);
    const { embedId: _, ...content } = newAssistant();
    const save = async (changed: Changes) => {
      const sent = { assistantId, ...content, ...changed };
      await owner.mutation(api.assistants.updateAssistant, sent);
    };
    await save(changes);
    await owner.mutation(api.assistants.togglePublishAssistant, { assistantId });
    const shown = async () => {
      const found = await owner.query(api.assistants.getAssistantByEmbedId, { embedId });
      return must(found, "assistant").notice;
    };
    return { owner, assistantId, embedId, save, shown };
  }

  interface Answer extends Minted {
    code?: string;
    message?: string;
    notice?: ShownNotice;
  }

  async function call(embedId: string, agreed?: unknown) {
    await world().advance(MINUTE_MS);
    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    const answer = await postCall(voice(), embedId, embedId, { pageToken, sites: [], agreed });
    return { status: answer.status, ...((await answer.json()) as Answer) };
  }

  async function endedCall(owner: Awaited<ReturnType<typeof live>>["owner"], minted: Answer) {
    const room = await joinRoom(minted.webCallUrl);
    await world().advance(20_000);
    room.leave();
    await eventually(async () => {
      const rows = await world().rows("calls");
      return rows.some((row) => row.platformCallId === minted.id && row.endSource === "report");
    });
    await world().settle();
    const [newest] = await owner.action(api.calls.listCalls, {});
    return must(newest, "call").id;
  }

  // T28: docs/security.md
  test("without consent to the notice there is no call, and the refusal contains the notice", async () => {
    const { embedId, shown, owner } = await live({ notice: READY });
    const notice = must(await shown(), "notice");
    const others = [
      undefined,
      null,
      7,
      {},
      { version: notice.version },
      { version: "x", msAgo: 0 },
    ];
    for (const agreed of others) {
      expect(await call(embedId, agreed)).toMatchObject({
        status: 403,
        code: "consent_needed",
        message: REFUSALS.consentNeeded,
        notice,
      });
    }
    expect(await owner.action(api.calls.listCalls, {})).toEqual([]);
    expect((await call(embedId, { version: notice.version, msAgo: 0 })).status).toBe(201);
  });

  test("a page token can be used again after a refusal", async () => {
    const { embedId, shown } = await live({ notice: READY });
    const { version } = must(await shown(), "notice");
    const pageToken = await fetchPageToken(world().siteUrl, embedId);
    const ask = async (agreed: unknown) =>
      (await postCall(voice(), embedId, embedId, { pageToken, sites: [], agreed })).status;
    expect(await ask(null)).toBe(403);
    expect(await ask({ version, msAgo: 0 })).toBe(201);
  });

  test("the text that a visitor agreed to is stored with the call, even if the notice has changed", async () => {
    const privacyUrl = "https://bakery.example/privacy";
    const notice = { language: "en", text: " We listen. ", privacyUrl } as const;
    const { owner, embedId, shown, save } = await live({ notice });
    const first = must(await shown(), "notice");
    expect(first).toMatchObject({
      text: "We listen. Press again to agree and start.",
      words: "AI call, recorded. Agree?",
      link: { url: privacyUrl, words: "Privacy" },
    });
    const minted = await call(embedId, { version: first.version, msAgo: 5 * MINUTE_MS });
    const callId = await endedCall(owner, minted);
    await save({ notice: { ...notice, text: "We listen closely." } });
    const details = await owner.action(api.calls.getCallDetails, { callId });
    expect(details.consent).toMatchObject({ text: first.text, privacyUrl });
    const { agreedAt } = must(details.consent, "consent");
    // The assistant is younger than five minutes, so nobody can have agreed five minutes ago.
    expect(Date.parse(agreedAt)).toBeLessThanOrEqual(Date.parse(details.createdAt));
    expect(Date.parse(agreedAt)).toBeGreaterThan(Date.parse(details.createdAt) - 5 * MINUTE_MS);
    const { calls } = await owner.query(api.account.exportCalls, { cursor: null });
    expect(calls).toMatchObject([{ consent: details.consent }]);

    await owner.mutation(api.calls.deleteCall, { callId });
    await world().settle();
    const rows = await world().rows("calls");
    expect(rows.filter(({ ownerId }) => ownerId === owner.userId)).toEqual([]);
    const deletions = await world().rows("callDeletions");
    expect(JSON.stringify(deletions)).not.toContain("We listen");
  });

  test("the reported age of a consent is limited to plausible values", async () => {
    const { owner, embedId, shown } = await live({ notice: READY });
    const { version } = must(await shown(), "notice");
    const agreedAfterMs = async (msAgo: number) => {
      await call(embedId, { version, msAgo });
      const rows = await world().rows("calls");
      const { consent, createdAtMs } = must(
        rows.filter(({ ownerId }) => ownerId === owner.userId).at(-1),
        "call",
      );
      return createdAtMs - must(consent, "consent").agreedAtMs;
    };
    expect(await agreedAfterMs(-60_000)).toBeLessThan(1_000);
    expect(await agreedAfterMs(30_000)).toBeGreaterThanOrEqual(30_000);
    expect(await agreedAfterMs(Number.MAX_VALUE)).toBeLessThan(60 * MINUTE_MS);
  });

  test("the notice reflects how calls are processed, and after a change visitors are asked again", async () => {
    const { embedId, shown, save } = await live({ notice: { ...READY, language: "de" } });
    const first = must(await shown(), "notice");
    expect(first.text).toContain("aufgezeichnet, mitgeschrieben und bis zur Löschung aufbewahrt");
    await save({ notice: { ...READY, language: "de" }, recordsCalls: false, callsKeptDays: 30 });
    const second = must(await shown(), "notice");
    expect(second.text).toContain("nicht aufgezeichnet, aber mitgeschrieben");
    expect(second.text).toContain("30 Tage");
    expect(second.words).toBe("KI, mit Mitschrift. Zustimmen?");
    const refused = await call(embedId, { version: first.version, msAgo: 0 });
    expect(refused).toMatchObject({ code: "consent_needed", notice: second });
    // The visitor has agreed to this text before.
    await save({ notice: { ...READY, language: "de" }, recordsCalls: true, callsKeptDays: null });
    expect((await call(embedId, { version: first.version, msAgo: 0 })).status).toBe(201);
  });

  test("the page of an assistant with a notice contains the notice, and no other page does", async () => {
    const { embedId, save, shown } = await live({ notice: { ...READY, text: 'Say "yes" & <go>' } });
    const page = async () => await (await fetch(`${world().siteUrl}/widget/${embedId}`)).text();
    const { version } = must(await shown(), "notice");
    expect(await page()).toContain(version);
    expect(await page()).toContain("&lt;go&gt;");
    // A form that does not send the notice leaves it unchanged.
    await save({});
    expect((await shown())?.version).toBe(version);
    await save({ notice: null });
    expect(await page()).not.toContain("notice");
    expect((await call(embedId)).status).toBe(201);
    const rows = await world().rows("calls");
    expect(rows.at(-1)?.consent).toBeUndefined();
  });

  test("an owner's test call requires no consent", async () => {
    const { owner, embedId } = await live({ notice: READY });
    await world().advance(MINUTE_MS);
    const answer = await postCall(voice(), await owner.token(), embedId);
    expect(answer.status).toBe(201);
    const rows = await world().rows("calls");
    expect(rows.filter(({ ownerId }) => ownerId === owner.userId)).toHaveLength(1);
    expect(rows.at(-1)?.consent).toBeUndefined();
  });

  test("a notice that cannot be shown is refused", async () => {
    const { save, shown } = await live({ notice: READY });
    const invalid = async (changed: object, message: string) => {
      await expect(save({ notice: { ...READY, ...changed } })).rejects.toEqual(
        refusal("invalid_input", message),
      );
    };
    await invalid({ text: "  " }, NOTICE_ERRORS.empty);
    await invalid(
      { text: "a".repeat(MAX_NOTICE_LENGTH + 1) },
      `The notice can have at most ${MAX_NOTICE_LENGTH} characters.`,
    );
    for (const privacyUrl of [
      "",
      "bakery.example",
      "http://bakery.example",
      "javascript:alert(1)",
      "https://a:b@bakery.example",
      `https://bakery.example/${"a".repeat(300)}`,
    ]) {
      await invalid({ privacyUrl }, NOTICE_ERRORS.url);
    }
    await save({ notice: { ...READY, privacyUrl: "HTTPS://Bakery.example" } });
    expect((await shown())?.link?.url).toBe("https://bakery.example/");
  });
});
