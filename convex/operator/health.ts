/**
 * `GET /health`, for a monitor: whether what owners and visitors need works, as far as the database knows. No vendor is
 * asked, and nothing is told about owners: docs/decisions/0055-health-from-the-job-queue.md.
 */
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { ActionCtx, QueryCtx } from "../_generated/server";
import { newestFailing, newestGivenUp, oldestDue } from "../jobs/failures";
import { kindsOf } from "../jobs/slots";
import { JOB_KINDS, type JobKind } from "../jobs/table";
import { optional } from "../lib/env";
import { internalQuery } from "../lib/internalFunctions";
import { rateLimiter } from "../lib/rateLimits";
import { isMailOn } from "../notifications/mail/send";
import { DAY_MS } from "../shared/durations";
import { JOBS_LATE_AFTER_MS } from "../shared/jobDelay";

export const HEALTH_PATH = "/health";

/** Short, so that a monitor that asks once a minute never gets an old answer. */
const CACHE_CONTROL = "public, max-age=10";
/** Of one job. The third one comes some three minutes after the first. */
const MIN_FAILURES = 3;
const GIVEN_UP_SHOWN_MS = DAY_MS;
const NEWEST = 20;

/** Owners' own servers make these late. */
const FOR_OWNERS_SERVERS = [...kindsOf("webhook"), ...kindsOf("slowWebhook")];
const OUR_KINDS = JOB_KINDS.filter((kind) => !FOR_OWNERS_SERVERS.includes(kind));
/** They fail as long as one recording is missing at the platform, or one deleted account owes money. */
const NO_EVIDENCE: readonly JobKind[] = ["callRecording", "customerDeletion"];
const evidenceIn = (kinds: JobKind[]) => kinds.filter((kind) => !NO_EVIDENCE.includes(kind));
const VOICE_KINDS = evidenceIn(kindsOf("voice"));
const STRIPE_KINDS = evidenceIn(kindsOf("stripe"));
const MAIL_KINDS = evidenceIn(kindsOf("mail"));

/** "attention": it works, but something waits for the operator. "off": the operator does not use it. */
const state = literals("ok", "attention", "failing", "off");
type State = Infer<typeof state>;

const recorded = v.object({
  dueSinceMs: v.union(v.number(), v.null()),
  givenUpAtMs: v.union(v.number(), v.null()),
  vapi: state,
  stripe: state,
  resend: state,
});

export const vendor = literals("vapi", "stripe", "resend");
type Vendor = Infer<typeof vendor>;

export interface Health {
  status: "ok" | "attention" | "failing";
  dependencies: Partial<Record<"database" | "jobs" | "vapi" | "stripe" | "resend", State>>;
}

/** Without the time of day, so that Convex caches the result until a job changes. */
export const read = internalQuery({
  args: {},
  returns: recorded,
  handler: async (ctx) => ({
    dueSinceMs: await oldestDue(ctx, OUR_KINDS),
    givenUpAtMs: await newestGivenUp(ctx),
    ...(await vendorStates(ctx)),
  }),
});

export async function vendorStates(ctx: QueryCtx): Promise<Record<Vendor, State>> {
  return {
    vapi: isSet("VAPI_PRIVATE_KEY") ? await stateOf(ctx, VOICE_KINDS, newestCall) : "failing",
    stripe: isSet("STRIPE_SECRET_KEY")
      ? await stateOf(ctx, STRIPE_KINDS, newestStripeEvent)
      : "failing",
    resend: isMailOn() ? await stateOf(ctx, MAIL_KINDS, newestSentMail) : "off",
  };
}

export async function showHealth(ctx: ActionCtx): Promise<Response> {
  try {
    const { ip } = await ctx.meta.getRequestMetadata();
    const { ok, retryAfter } = await rateLimiter.limit(ctx, "statusByNetwork", { key: ip });
    if (!ok) {
      const headers = { "Retry-After": `${Math.ceil(retryAfter / 1000)}` };
      return new Response("Too many requests", { status: 429, headers });
    }
    return answer(healthFrom(await ctx.runQuery(internal.operator.health.read, {}), Date.now()));
  } catch (error) {
    console.error("The database could not be read for /health", error);
    return answer({ status: "failing", dependencies: { database: "failing" } });
  }
}

export function healthFrom(
  { dueSinceMs, givenUpAtMs, ...vendors }: Infer<typeof recorded>,
  nowMs: number,
): Health {
  const isLate = dueSinceMs !== null && nowMs - dueSinceMs > JOBS_LATE_AFTER_MS;
  const wasGivenUp = givenUpAtMs !== null && nowMs - givenUpAtMs < GIVEN_UP_SHOWN_MS;
  const jobs = isLate ? "failing" : wasGivenUp ? "attention" : "ok";
  const dependencies = { database: "ok", jobs, ...vendors } as const;
  const states: State[] = Object.values(dependencies);
  const status = (["failing", "attention"] as const).find((bad) => states.includes(bad)) ?? "ok";
  return { status, dependencies };
}

function answer(health: Health): Response {
  return Response.json(health, {
    status: health.status === "failing" ? 503 : 200,
    headers: { "Cache-Control": CACHE_CONTROL, "X-Content-Type-Options": "nosniff" },
  });
}

function isSet(name: "VAPI_PRIVATE_KEY" | "STRIPE_SECRET_KEY"): boolean {
  return optional(name) !== null;
}

/**
 * A vendor fails if jobs at it fail repeatedly, and nothing has succeeded since the newest of them was enqueued. One job that
 * fails by itself is not enough, as long as others succeed.
 */
async function stateOf(
  ctx: QueryCtx,
  kinds: readonly JobKind[],
  newestSuccess: (ctx: QueryCtx) => Promise<number | null>,
): Promise<State> {
  const failingSinceMs = await newestFailing(ctx, kinds, MIN_FAILURES);
  if (failingSinceMs === null) return "ok";
  return ((await newestSuccess(ctx)) ?? 0) > failingSinceMs ? "ok" : "failing";
}

/** When the newest call was reserved that the platform accepted. */
async function newestCall(ctx: QueryCtx): Promise<number | null> {
  const newest = await ctx.db.query("calls").order("desc").take(NEWEST);
  const accepted = newest.find(
    ({ platformCallId, platformSessionId }) => (platformCallId ?? platformSessionId) !== undefined,
  );
  return accepted?._creationTime ?? null;
}

/** An event is stored once the customer's state was fetched from Stripe. */
async function newestStripeEvent(ctx: QueryCtx): Promise<number | null> {
  return (await ctx.db.query("stripeEvents").order("desc").first())?._creationTime ?? null;
}

async function newestSentMail(ctx: QueryCtx): Promise<number | null> {
  const newest = await ctx.db.query("mails").order("desc").take(NEWEST);
  return newest.find(({ state: reached }) => reached === "sent")?._creationTime ?? null;
}
