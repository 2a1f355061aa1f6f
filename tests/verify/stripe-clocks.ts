/** A case's time at Stripe: as many test clocks as its customers need, all with the same time. */
import { setTimeout as wait } from "node:timers/promises";
import type Stripe from "stripe";
import type { RemoteStripe } from "./remote.ts";
import { connectStripe } from "./stripe-client.ts";

export interface Clocks {
  now(): number;
  /** Returns a test clock for another customer. */
  forCustomer(): Promise<string>;
  /** The only clock; missing before the first customer. */
  only(): string | undefined;
  count(): number;
  /** Records that another test clock has reached this time. */
  seen(moment: number): void;
  advance(seconds: number): Promise<void>;
  /** Deletes the clocks with their customers, who would otherwise be billed further. */
  remove(): Promise<void>;
}

/** docs.stripe.com/billing/testing/test-clocks: two intervals at a time, and plans here are monthly. */
const LONGEST_STEP_S = 55 * 86_400;
/** Not documented by Stripe; several users report that a fourth is refused. */
const CUSTOMERS_PER_CLOCK = 3;
const PAUSE_MS = 1_000;

/** Waits until the clock's status is no longer "advancing"; the request returns earlier. */
export async function waitForClock(
  { testHelpers }: Stripe,
  id: string,
  url?: string,
): Promise<void> {
  for (;;) {
    const { status } = await testHelpers.testClocks.retrieve(id);
    if (status === "ready") return;
    if (status !== "advancing") throw new Error(`The test clock's status is ${status}.`);
    if (url === undefined) await wait(PAUSE_MS);
  }
}

/** A stand-in has one clock for all test clocks, which never goes back. */
let latest = 0;
let latestSetMs = Date.now();

export function clocksOf(remote: RemoteStripe, run: string): Clocks {
  const stripe = connectStripe(remote);
  const { testClocks } = stripe.testHelpers;
  const clocks: { id: string; customers: number }[] = [];
  let moment = secondsOf(Date.now());
  const now = () =>
    remote.url === undefined
      ? moment
      : Math.max(secondsOf(Date.now()), latest + secondsOf(Date.now() - latestSetMs));

  async function moveTo(frozen_time: number): Promise<void> {
    for (const { id } of clocks) await testClocks.advance(id, { frozen_time });
    for (const { id } of clocks) await waitForClock(stripe, id, remote.url);
    moment = frozen_time;
    seen(frozen_time);
  }

  function seen(at: number): void {
    if (at <= latest) return;
    latest = at;
    latestSetMs = Date.now();
  }

  return {
    now,
    async forCustomer() {
      let clock = clocks.find(({ customers }) => customers < CUSTOMERS_PER_CLOCK);
      if (clock === undefined) {
        const { id } = await testClocks.create({ frozen_time: now(), name: run });
        clock = { id, customers: 0 };
        clocks.push(clock);
      }
      clock.customers += 1;
      return clock.id;
    },
    only: () => clocks[0]?.id,
    count: () => clocks.length,
    seen,
    async advance(seconds) {
      const end = now() + seconds;
      while (now() < end) await moveTo(Math.min(end, now() + LONGEST_STEP_S));
    },
    async remove() {
      for (const { id } of clocks.splice(0)) await testClocks.del(id);
    },
  };
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}
