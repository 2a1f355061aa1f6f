/** Sends events to the endpoints: one at a time, in their order, again and again until it answers 2xx. */
import type { AdjustableClock } from "../../clock.ts";
import { settings } from "../engine/world.ts";
import type { Delivery } from "../storage/records.ts";
import type { Store } from "../storage/store.ts";
import type { Witness } from "../witness.ts";
import { sign } from "./signature.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The waits between attempts, in seconds; three days in all, as Stripe goes on for. */
const BACKOFF = [
  5,
  30,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  24 * HOUR,
  30 * HOUR,
];
const ANSWER_WITHIN_MS = 20_000;

export interface Deliveries {
  /** Looks whether anything is to be sent. */
  wake(): void;
  /** Sends one event now, whatever its state, and says what came of it. */
  sendNow(id: string): Promise<string>;
  /** Resolves once nothing is due or on its way, with how many events there have been. */
  settled(): Promise<number>;
  close(): Promise<void>;
}

export interface DeliveriesOptions {
  store: Store;
  clock: AdjustableClock;
  receiverNow: () => number;
  witness: Witness | undefined;
  onError: (error: unknown) => void;
}

export function createDeliveries({
  store,
  clock,
  receiverNow,
  witness,
  onError,
}: DeliveriesOptions): Deliveries {
  const closing = new AbortController();
  const current = () => settings({ store });
  const seconds = () => Math.floor(clock.now() / 1000);
  let cancelAlarm: (() => void) | null = null;
  // A function, because an await in between may change the answer.
  const isClosing = () => closing.signal.aborted;
  let running: Promise<void> | null = null;
  let isWanted = false;

  function nextPending(): Delivery | undefined {
    const now = seconds();
    return store
      .all("sim.delivery", { owner: "pending" })
      .find(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now);
  }

  async function work(): Promise<void> {
    for (let next = nextPending(); next !== undefined; next = nextPending()) {
      if (isClosing() || current().isHoldingWebhooks) return;
      const outcome = await send(next);
      // What ended because we close is as if it had not been tried.
      if (isClosing()) return;
      record(next.id, outcome);
    }
  }

  async function send({ body, endpoint: id }: Delivery): Promise<Outcome> {
    const endpoint = store.get("webhook_endpoint", id);
    if (endpoint?.status !== "enabled") return { isOk: false, text: "no endpoint", isLast: true };
    witness?.event(body);
    try {
      const response = await fetch(endpoint.url, {
        method: "POST",
        body,
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Stripe-Signature": sign(body, endpoint.secret ?? "", receiverNow()),
          "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        redirect: "manual",
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.body?.cancel();
      return { isOk: response.ok, text: String(response.status) };
    } catch (error) {
      return { isOk: false, text: error instanceof Error ? describe(error) : String(error) };
    }
  }

  function record(id: string, { isOk, text, isLast = false }: Outcome): void {
    const delivery = store.get("sim.delivery", id);
    // Dropped or cleared while it was on its way.
    if (delivery === null || delivery.state === "dropped") return;
    const attempts = delivery.attempts + 1;
    const wait = isLast ? undefined : BACKOFF[attempts - 1];
    const state = isOk ? "delivered" : wait === undefined ? "failed" : "pending";
    const nextAttemptAt = state === "pending" ? seconds() + (wait ?? 0) : null;
    store.put({ ...delivery, attempts, state, nextAttemptAt, outcome: text });
    const event = store.get("event", delivery.event);
    if (!isOk || delivery.state === "delivered" || event === null) return;
    store.put({ ...event, pending_webhooks: event.pending_webhooks - 1 });
  }

  function planAlarm(): void {
    cancelAlarm?.();
    cancelAlarm = null;
    if (isClosing() || current().isHoldingWebhooks) return;
    const times = store
      .all("sim.delivery", { owner: "pending" })
      .flatMap(({ nextAttemptAt }) => (nextAttemptAt === null ? [] : [nextAttemptAt]));
    if (times.length > 0) cancelAlarm = clock.schedule(Math.min(...times) * 1000, wake);
  }

  function wake(): void {
    // Work that is about to end has perhaps not seen what there is to do since.
    isWanted = true;
    if (running !== null || isClosing()) return;
    isWanted = false;
    running = work()
      .catch(onError)
      .finally(() => {
        running = null;
        if (isClosing()) return;
        if (isWanted) wake();
        else planAlarm();
      });
  }

  return {
    wake,
    async sendNow(id) {
      const delivery = store.get("sim.delivery", id);
      if (delivery === null) throw new Error(`There is no delivery of ${id}`);
      const outcome = await send(delivery);
      record(id, outcome);
      return outcome.text;
    },
    async settled() {
      while (running !== null) await running;
      return store.count("sim.delivery");
    },
    async close() {
      closing.abort();
      cancelAlarm?.();
      await running;
    },
  };
}

interface Outcome {
  isOk: boolean;
  text: string;
  /** Nobody will take it any more. */
  isLast?: boolean;
}

function describe(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
