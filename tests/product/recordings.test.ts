/** Links to recordings, with the real responses of our storage, so on the local backend only. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { recordingLink } from "../../convex/calls/recordingLinks";
import { eventually } from "../eventually.ts";
import { openLocal } from "./local-world.ts";
import type { LocalWorld } from "./local-world.ts";
import { beginTestCall, createAssistant, openVoice } from "./voice-world.ts";
import type { VoiceWorld } from "./voice-world.ts";
import type { Owner } from "./world.ts";

const HOUR_MS = 3_600_000;

let local: LocalWorld;
let voice: { world: VoiceWorld; close(): Promise<void> };
beforeAll(async () => {
  local = await openLocal();
  voice = await openVoice(local);
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await voice.close();
  await local.close();
});

async function linkOf(owner: Owner): Promise<string | null> {
  const [newest] = await owner.action(api.calls.listCalls, {});
  const callId = must(newest, "call").id;
  return (await owner.action(api.calls.getCallDetails, { callId })).recordingUrl;
}

async function recordedCall(): Promise<{ owner: Owner; link: string }> {
  const owner = await local.signUp();
  const assistant = await createAssistant(owner);
  const { room } = await beginTestCall(voice.world, owner, assistant);
  await local.advance(20_000);
  room.leave();
  await eventually(async () => (await linkOf(owner)) !== null);
  return { owner, link: must(await linkOf(owner), "link") };
}

const statusOf = async (link: string) => (await fetch(link)).status;

test("a link plays the recording, from any position, and forbids caching", async () => {
  const { link } = await recordedCall();
  const whole = await fetch(link);
  expect(whole.status).toBe(200);
  expect(whole.headers.get("Content-Type")).toMatch(/^audio\//);
  expect(whole.headers.get("Cache-Control")).toBe("private, no-store");
  const bytes = await whole.arrayBuffer();
  expect(bytes.byteLength).toBeGreaterThan(1_000);
  const part = await fetch(link, { headers: { Range: "bytes=100-199" } });
  expect([part.status, part.headers.get("Content-Range")]).toEqual([
    206,
    `bytes 100-199/${bytes.byteLength}`,
  ]);
  expect(await part.arrayBuffer()).toEqual(bytes.slice(100, 200));
  const rest = await fetch(link, { headers: { Range: "bytes=500-" } });
  expect(await rest.arrayBuffer()).toEqual(bytes.slice(500));
});

// T15: docs/security.md
test("nobody learns the storage's own URL, which never expires", async () => {
  const { owner, link } = await recordedCall();
  expect(link.startsWith(`${local.siteUrl}/recording?link=`)).toBe(true);
  const { calls } = await owner.query(api.account.exportCalls, { cursor: null });
  expect(JSON.stringify(calls)).not.toContain("/api/storage/");
});

// T15: docs/security.md
test("a link does not contain the ID of a session, which could end that session", async () => {
  const { link } = await recordedCall();
  for (const { _id } of await local.rows("authSessions")) expect(link).not.toContain(_id);
});

// T15: docs/security.md
test("a link expires after an hour, and an altered link never works", async () => {
  const { link } = await recordedCall();
  const [what = "", expiry = ""] = /\.(\d{13})\./.exec(link) ?? [];
  for (const altered of [
    link.replace(what, `.${Number(expiry) + HOUR_MS}.`),
    link.slice(0, -1),
    link.replace("?link=", "?link=x"),
    `${local.siteUrl}/recording`,
  ]) {
    expect(await statusOf(altered)).toBe(410);
  }
  await local.advance(HOUR_MS - 60_000);
  expect(await statusOf(link)).toBe(200);
  await local.advance(120_000);
  expect(await statusOf(link)).toBe(410);
});

// T15: docs/security.md
test("a link ends with the session that requested it, and with the account", async () => {
  const first = await recordedCall();
  await first.owner.action(api.auth.signOut, {});
  expect(await statusOf(first.link)).toBe(410);
  const second = await recordedCall();
  await second.owner.mutation(api.account.deleteAccount, {});
  await local.settle();
  expect(await statusOf(second.link)).toBe(410);
});

// T15: docs/security.md
test("a link ends with its session, however the session ends", async () => {
  const { owner, link } = await recordedCall();
  const own = (await local.rows("authSessions")).filter(({ userId }) => userId === owner.userId);
  const { _id: sessionId } = must(own[0], "session");
  await owner.mutation(api.account.endSession, { sessionId });
  expect(await statusOf(link)).toBe(410);
});

// We create no such link, but a bug in creating links would.
// T15: docs/security.md
test("a link that is sealed for another owner's session plays nothing", async () => {
  const { owner, link } = await recordedCall();
  const [, callId = ""] = /link=([^.]+)\./.exec(link) ?? [];
  const sessions = [await owner.otherSession(), await (await local.signUp()).otherSession()];
  // Sealed as the functions do it, with their key and clock.
  vi.stubEnv("TRIAL_KEYS", "a-key-of-the-tests");
  vi.stubEnv("CONVEX_SITE_URL", local.siteUrl);
  vi.spyOn(Date, "now").mockReturnValue(local.clock.now());
  const links = await Promise.all(
    sessions.map((session) => recordingLink(callId as Id<"calls">, session)),
  );
  vi.restoreAllMocks();
  expect(await Promise.all(links.map(statusOf))).toEqual([200, 410]);
});
