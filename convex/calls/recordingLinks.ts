/** Links to recordings work for an hour, and only as long as the session for which they were created. */
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

const LINK_VALID_MS = HOUR_MS;
/** More sessions than anybody has. */
const MAX_SESSIONS_READ = 100;
/** A response may have at most 20 MiB (docs.convex.dev, Limits). Players request the rest by themselves. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

export async function recordingLink(
  callId: Id<"calls">,
  sessionId: Id<"authSessions">,
): Promise<string> {
  const expiresAtMs = Date.now() + LINK_VALID_MS;
  const content = `${callId}.${await signatureOf(sessionText(sessionId))}.${expiresAtMs}`;
  const signature = await signatureOf(signedText(content));
  return `${env.CONVEX_SITE_URL}${RECORDING_PATH}?link=${content}.${signature}`;
}

/** The storage address of the recording behind a link. Null if the link is invalid or has expired. */
export async function findRecordingUrl(ctx: QueryCtx, link: string): Promise<string | null> {
  const [call = "", session = "", expiry = "", signature = ""] = link.split(".");
  const isOurs = await isSignatureOf(signedText(`${call}.${session}.${expiry}`), signature);
  if (!isOurs || Date.now() > Number(expiry)) return null;
  const callId = ctx.db.normalizeId("calls", call);
  const found = callId === null ? null : await ctx.db.get("calls", callId);
  if (found?.recording?.state !== "stored") return null;
  if (!(await hasSession(ctx, found.ownerId, session))) return null;
  return await ctx.storage.getUrl(found.recording.storageId);
}

export const storedRecording = internalQuery({
  args: { link: v.string() },
  returns: v.union(v.null(), v.string()),
  handler: async (ctx, { link }) => await findRecordingUrl(ctx, link),
});

/** A link contains a signature of this instead of the session's id, with which its holder could end the session. */
function sessionText(sessionId: Id<"authSessions">): string {
  return `session of a recording's link ${sessionId}`;
}

async function hasSession(
  ctx: QueryCtx,
  ownerId: Id<"users">,
  signature: string,
): Promise<boolean> {
  for (const { _id } of await sessionsOf(ctx, ownerId, MAX_SESSIONS_READ)) {
    if (await isSignatureOf(sessionText(_id), signature)) return true;
  }
  return false;
}

/** The first word differs from that of everything else that the deployment signs. */
function signedText(content: string): string {
  return `recording ${content}`;
}

/** Forwards the storage's response, because the storage's own addresses never expire. */
export async function playRecording(ctx: ActionCtx, request: Request): Promise<Response> {
  const link = new URL(request.url).searchParams.get("link") ?? "";
  const url = await ctx.runQuery(internal.calls.recordingLinks.storedRecording, { link });
  if (url === null)
    return new Response(REFUSALS.recordingLinkOver, { status: 410, headers: HEADERS });
  const range = request.headers.get("Range");
  const stored = await fetch(url, range === null ? {} : { headers: { Range: bounded(range) } });
  const headers = new Headers(HEADERS);
  for (const name of FORWARDED_HEADERS) {
    const value = stored.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(stored.body, { status: stored.status, headers });
}

const FORWARDED_HEADERS = ["Content-Type", "Content-Length", "Content-Range", "Accept-Ranges"];
const HEADERS = {
  // The link alone gives access, and there are no cookies to misuse.
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Content-Range",
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** Shortens a range to the size of a response. The storage refuses or ignores a malformed range. */
function bounded(range: string): string {
  const match = /^bytes=(\d+)-(\d*)$/.exec(range);
  if (match === null) return range;
  const from = Number(match[1]);
  const to = match[2] === "" ? Infinity : Number(match[2]);
  return `bytes=${from}-${Math.min(to, from + MAX_RESPONSE_BYTES - 1)}`;
}
