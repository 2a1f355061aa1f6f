/** Sends events to the endpoints: one at a time, in order, with retries until the endpoint responds with 2xx. */
import type { AdjustableClock } from "@hark/stand-in-kit/clock";
import { createDeliveries, postEvent } from "@hark/stand-in-kit/deliveries";
import type { Outcome } from "@hark/stand-in-kit/deliveries";
import { HOUR, MINUTE } from "../engine/calendar.ts";
import { settings } from "../engine/world.ts";
import type { Delivery } from "../storage/records.ts";
import type { Store } from "../storage/store.ts";
import type { Witness } from "../witness.ts";
import { sign } from "./signature.ts";

/** The delays between attempts, in seconds: three days in all, as at Stripe. */
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

export interface EventDeliveries {
  /** Sends what is due. */
  wake(): void;
  /** Sends one event now, whatever its state, and returns the outcome. */
  sendNow(id: string): Promise<string>;
  /** Resolves with the number of events, once nothing is due or being sent. */
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

export function createEventDeliveries({
  store,
  clock,
  receiverNow,
  witness,
  onError,
}: DeliveriesOptions): EventDeliveries {
  const seconds = () => Math.floor(clock.now() / 1000);
  const pending = () => store.all("sim.delivery", { owner: "pending" });

  async function send({ body, endpoint: id }: Delivery, closing: AbortSignal): Promise<Outcome> {
    const endpoint = store.get("webhook_endpoint", id);
    if (endpoint?.status !== "enabled") return { isOk: false, text: "no endpoint", isLast: true };
    witness?.event(body);
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      "Stripe-Signature": sign(body, endpoint.secret ?? "", receiverNow()),
      "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    };
    const event = { url: endpoint.url, body, headers, answerWithinMs: ANSWER_WITHIN_MS };
    return await postEvent(event, closing);
  }

  function record(id: string, { isOk, text, isLast = false }: Outcome): void {
    const delivery = store.get("sim.delivery", id);
    // It was dropped or deleted while it was being sent.
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

  const { wake, sendNow, settled, close } = createDeliveries<Delivery>({
    clock,
    isHeld: () => settings({ store }).isHoldingWebhooks,
    nextDue() {
      const now = seconds();
      return pending().find(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= now);
    },
    dueTimesMs: () =>
      pending().flatMap(({ nextAttemptAt }) =>
        nextAttemptAt === null ? [] : [nextAttemptAt * 1000],
      ),
    send,
    record,
    onError,
  });

  return {
    wake,
    async sendNow(id) {
      const delivery = store.get("sim.delivery", id);
      if (delivery === null) throw new Error(`There is no delivery ${id}`);
      return await sendNow(delivery);
    },
    async settled() {
      await settled();
      return store.count("sim.delivery");
    },
    close,
  };
}
