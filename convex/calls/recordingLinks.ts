/** Recordings are heard by links of an hour, which end with the session that asked for them. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { type ActionCtx, env, type QueryCtx } from "../_generated/server";
import { sessionsOf } from "../accounts/sessions";
import { internalQuery } from "../lib/internalFunctions";
import { isSignatureOf, signatureOf } from "../lib/keyedHash";
import { HOUR_MS } from "../shared/durations";
import { REFUSALS } from "../shared/messages";

export const RECORDING_PATH = "/recording";

const LINK_MS = HOUR_MS;
/** More than anybody is signed in with. */
const SESSIONS_READ = 100;
/** An answer of ours has at most twenty (docs.convex.dev, Limits); a player asks for the rest by itself. */
const MOST_BYTES = 8 * 1024 * 1024;

export async function recordingLink(
  callId: Id<"calls">,
  sessionId: Id<"authSessions">,
): Promise<string> {
  const what = `${callId}.${await signatureOf(nameOfSession(sessionId))}.${Date.now() + LINK_MS}`;
  const seal = await signatureOf(whatIsSealed(what));
  return `${env.CONVEX_SITE_URL}${RECORDING_PATH}?link=${what}.${seal}`;
}

/** Where our storage has what the link is for; null when it is no good, or none any more. */
export async function followLink(ctx: QueryCtx, link: string): Promise<string | null> {
  const [call = "", session = "", until = "", seal = ""] = link.split(".");
  const isOurs = await isSignatureOf(whatIsSealed(`${call}.${session}.${until}`), seal);
  if (!isOurs || Date.now() > Number(until)) return null;
  const callId = ctx.db.normalizeId("calls", call);
  const found = callId === null ? null : await ctx.db.get("calls", callId);
  if (found?.recording?.state !== "stored") return null;
  if (!(await hasSession(ctx, found.ownerId, session))) return null;
  return await ctx.storage.getUrl(found.recording.storageId);
}

/** The storage address of the recording behind a link. */
export const storedRecording = internalQuery({
  args: { link: v.string() },
  returns: v.union(v.null(), v.string()),
  handler: async (ctx, { link }) => await followLink(ctx, link),
});

/** Instead of its id, with which whoever is given the link could end the session. */
function nameOfSession(sessionId: Id<"authSessions">): string {
  return `session of a recording's link ${sessionId}`;
}

async function hasSession(ctx: QueryCtx, ownerId: Id<"users">, name: string): Promise<boolean> {
  for (const { _id } of await sessionsOf(ctx, ownerId, SESSIONS_READ)) {
    if (await isSignatureOf(nameOfSession(_id), name)) return true;
  }
  return false;
}

/** What the deployment seals otherwise begins with other words. */
function whatIsSealed(what: string): string {
  return `recording ${what}`;
}

/** Passes on what our storage answers, whose own addresses are good for ever. */
export async function playRecording(ctx: ActionCtx, request: Request): Promise<Response> {
  const link = new URL(request.url).searchParams.get("link") ?? "";
  const url = await ctx.runQuery(internal.calls.recordingLinks.storedRecording, { link });
  if (url === null) return new Response(REFUSALS.recordingLinkOver, { status: 410, headers: OURS });
  const range = request.headers.get("Range");
  const stored = await fetch(url, range === null ? {} : { headers: { Range: bounded(range) } });
  const headers = new Headers(OURS);
  for (const name of PASSED_ON) {
    const value = stored.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(stored.body, { status: stored.status, headers });
}

const PASSED_ON = ["Content-Type", "Content-Length", "Content-Range", "Accept-Ranges"];
const OURS = {
  // Whoever has the link has what it takes; there are no cookies to misuse.
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Content-Range",
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** As much of the first range as an answer takes. What is no such range our storage refuses or ignores. */
function bounded(range: string): string {
  const found = /^bytes=(\d+)-(\d*)$/.exec(range);
  if (found === null) return range;
  const from = Number(found[1]);
  const to = found[2] === "" ? Infinity : Number(found[2]);
  return `bytes=${from}-${Math.min(to, from + MOST_BYTES - 1)}`;
}
