/** What vendors tell, all at once, signed as they sign it. */
import { createHmac, randomUUID } from "node:crypto";
import { makeFunctionReference } from "convex/server";
import type { Doc } from "../../../convex/_generated/dataModel";
import { api } from "../../../convex/_generated/api";
import { outcomeOf } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import type { Owner } from "./owners.ts";
import { beginCall, SECONDS, tellEnded } from "./reported-calls.ts";
import type { RunningHark } from "./running-hark.ts";

export interface Burst extends Outcome {
  perSecond: number;
}

/** Of so many calls, spread over the owners; some reports come twice, and count once like the others. */
export async function reportCalls(
  hark: RunningHark,
  owners: readonly Owner[],
  { callsEach, twiceEach }: { callsEach: number; twiceEach: number },
): Promise<Burst> {
  const before = await Promise.all(owners.map(totalsOf));
  const calls = (
    await Promise.all(
      owners.map(async (owner) => {
        const own = [];
        for (let at = 0; at < callsEach; at += 1) own.push(await beginCall(hark, owner));
        return own;
      }),
    )
  ).map((own) => [...own, ...own.slice(0, twiceEach)]);
  const burst = await atOnce(calls.flat().map((call) => () => tellEnded(hark, call)));
  const after = await Promise.all(owners.map(totalsOf));
  const miscounted = after.flatMap(({ endedCalls, seconds }, at) => {
    const { endedCalls: ended = 0, seconds: talked = 0 } = before[at] ?? {};
    const isRight = endedCalls - ended === callsEach && seconds - talked === callsEach * SECONDS;
    return isRight ? [] : [`${endedCalls - ended} calls with ${seconds - talked} s were counted`];
  });
  return { ...burst, errors: [...burst.errors, ...miscounted] };
}

function totalsOf({ client }: Owner) {
  return client.query(api.calls.callTotals);
}

/** Each is about a subscription, of which Stripe is then asked. */
export async function tellOfSubscriptions(
  hark: RunningHark,
  owners: readonly Owner[],
  eventsEach: number,
): Promise<Burst> {
  const customers = await customersOf(hark);
  const events = owners.flatMap(({ userId }) => {
    const customer = customers.find(({ ownerId }) => ownerId === userId)?.stripeCustomerId ?? "";
    return Array.from({ length: eventsEach }, () => eventOf(customer));
  });
  const burst = await atOnce(events.map((event) => () => sendEvent(hark, event)));
  const standings = await Promise.all(
    owners.map(({ client }) => client.query(api.subscriptions.getUserSubscription)),
  );
  const lost = standings.filter((one) => one?.status !== "trialing");
  return { ...burst, errors: [...burst.errors, ...lost.map(() => "A trial was lost")] };
}

async function atOnce(tasks: readonly (() => Promise<void>)[]): Promise<Burst> {
  const begunMs = performance.now();
  const timed = tasks.map(async (task) => {
    await task();
    return performance.now() - begunMs;
  });
  const outcome = await outcomeOf(timed);
  return { ...outcome, perSecond: (tasks.length * 1000) / (performance.now() - begunMs) };
}

function eventOf(customer: string) {
  const object = { id: "sub_1", object: "subscription", customer, status: "trialing" };
  return {
    id: `evt_${randomUUID()}`,
    object: "event",
    livemode: false,
    type: "customer.subscription.updated",
    data: { object },
  };
}

async function sendEvent({ siteUrl, stripeSecret }: RunningHark, event: object): Promise<void> {
  const body = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", stripeSecret).update(`${time}.${body}`).digest("hex");
  const answer = await fetch(`${siteUrl}/stripe`, {
    method: "POST",
    body,
    headers: { "Stripe-Signature": `t=${time},v1=${signature}` },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`An event was answered ${answer.status}: ${text}`);
}

async function customersOf({ admin }: RunningHark): Promise<Doc<"customers">[]> {
  const paginationOpts = { cursor: null, numItems: 200 };
  const { page } = await admin.query(TABLE_DATA, {
    table: "customers",
    order: "asc",
    paginationOpts,
  });
  return page;
}

const TABLE_DATA = makeFunctionReference<
  "query",
  { table: string; order: string; paginationOpts: { cursor: null; numItems: number } },
  { page: Doc<"customers">[] }
>("_system/cli/tableData");
