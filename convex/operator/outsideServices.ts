/**
 * Whether this deployment reaches the services that owners have connected, for the doctor. No address is part of what it
 * returns, because those of messengers are secrets.
 */
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { ActionCtx, QueryCtx } from "../_generated/server";
import { internalQuery } from "../lib/internalFunctions";
import { messengerAt } from "../notifications/messengers/delivery";
import { messengerKind } from "../notifications/messengers/table";
import { DAY_MS } from "../shared/durations";
import { MESSENGERS } from "../shared/messengers";
import { fetchBounded } from "../vendors/boundedFetch";
import { fetchSlots, slotsUrl } from "../vendors/calCom";

const NEWEST = 500;
const NEWEST_DELIVERIES = 10;
const BOUNDS = { timeoutMs: 10_000, maxBytes: 1_000 };

/** Of an answer over HTTP. Null if there was none. */
const status = v.union(v.number(), v.null());
const connections = v.object({
  kind: messengerKind,
  count: v.number(),
  /** Those whose deliveries fail. */
  failing: v.number(),
  /** What the newest attempt of a failing connection was answered with. */
  newestStatus: status,
});

export const reachedServices = v.object({
  /** Null if no assistant has a calendar. */
  calCom: v.union(v.object({ status }), v.null()),
  messengers: v.array(v.object({ ...connections.fields, status })),
});

export const inUse = internalQuery({
  args: {},
  returns: v.object({
    eventTypeId: v.union(v.number(), v.null()),
    messengers: v.array(v.object({ ...connections.fields, url: v.string() })),
  }),
  handler: async (ctx) => {
    const actions = await ctx.db.query("actions").order("desc").take(NEWEST);
    const calendars = actions.flatMap(({ isOn, work }) =>
      isOn && work.kind === "times" ? [work.calendar] : [],
    );
    const newest = await ctx.db.query("webhookEndpoints").order("desc").take(NEWEST);
    const on = newest.filter(({ isOn }) => isOn);
    const used = await Promise.all(
      MESSENGERS.map(async (kind) => {
        const [first, ...others] = on.filter(({ messenger }) => messenger?.kind === kind);
        if (first === undefined) return [];
        const failing = [first, ...others].filter(({ failingSinceMs }) => failingSinceMs !== null);
        const newestStatus = await newestStatusOf(ctx, failing[0]);
        const counts = { count: others.length + 1, failing: failing.length, newestStatus };
        return [{ kind, ...counts, url: first.url }];
      }),
    );
    return { eventTypeId: calendars[0]?.eventTypeId ?? null, messengers: used.flat() };
  },
});

async function newestStatusOf(
  ctx: QueryCtx,
  endpoint: Doc<"webhookEndpoints"> | undefined,
): Promise<number | null> {
  if (endpoint === undefined) return null;
  const deliveries = await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_endpoint", (q) => q.eq("endpointId", endpoint._id))
    .order("desc")
    .take(NEWEST_DELIVERIES);
  return deliveries.flatMap(({ attempts }) => attempts.slice(-1))[0]?.status ?? null;
}

/** Reads free times of the newest calendar, and requests the root of each messenger's host. */
export async function reachServices(ctx: ActionCtx): Promise<Infer<typeof reachedServices>> {
  const { eventTypeId, messengers } = await ctx.runQuery(
    internal.operator.outsideServices.inUse,
    {},
  );
  return {
    calCom: eventTypeId === null ? null : { status: await calComStatus(eventTypeId) },
    messengers: await Promise.all(
      messengers.map(async ({ url, ...counts }) => ({
        ...counts,
        status: await messengerStatus(url),
      })),
    ),
  };
}

async function calComStatus(eventTypeId: number): Promise<number | null> {
  const nowMs = Date.now();
  const [start = "", end = ""] = [nowMs, nowMs + DAY_MS].map((ms) =>
    new Date(ms).toISOString().slice(0, "2026-01-01".length),
  );
  const url = slotsUrl({ eventTypeId, start, end, timeZone: "UTC" });
  return (await fetchSlots(url))?.status ?? null;
}

/** Of the host alone, without the path that contains the secret. */
async function messengerStatus(url: string): Promise<number | null> {
  const host = messengerAt(new URL("/", url).href);
  if (host === null) return null;
  try {
    const answer = await fetchBounded(host, { method: "HEAD", redirect: "manual" }, BOUNDS);
    return answer.status;
  } catch {
    return null;
  }
}
