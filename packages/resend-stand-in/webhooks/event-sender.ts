/** Sends events to the endpoints: one at a time, in order, with retries until the endpoint responds with 2xx. */
import type { Clock } from "@hark/stand-in-kit/clock";
import { createDeliveries, postEvent } from "@hark/stand-in-kit/deliveries";
import type { Outcome } from "@hark/stand-in-kit/deliveries";
import type { MailStore } from "../store/mail-store.ts";
import type { Delivery } from "../store/records.ts";
import type { Witness } from "../witness.ts";
import { signed } from "./signature.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The delays between attempts: https://resend.com/docs/webhooks/retries-and-replays */
const BACKOFF = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
/** The timeout of Svix. */
const ANSWER_WITHIN_MS = 15_000;

export interface EventSender {
  /** Sends what is due. */
  wake(): void;
  /** Holds events from now on. */
  hold(): void;
  release(): void;
  /** Sends one event now, whatever its state, and returns the outcome. */
  sendNow(id: string): Promise<string>;
  drop(id: string): void;
  /** Resolves once nothing is due or being sent. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface EventSenderOptions {
  store: MailStore;
  /** The receiver's clock, because the receiver refuses old signatures. */
  clock: Clock;
  witness: Witness | undefined;
  onChange: () => void;
  onError: (error: unknown) => void;
}

export function createEventSender(options: EventSenderOptions): EventSender {
  const { store, clock, witness, onChange, onError } = options;
  let isHolding = false;

  const send = async (
    { id, body, webhook: webhookId }: Delivery,
    closing: AbortSignal,
  ): Promise<Outcome> => {
    const webhook = store.webhook(webhookId);
    if (webhook?.status !== "enabled") return { isOk: false, text: "no endpoint", isLast: true };
    witness?.event(JSON.parse(body));
    const headers = {
      "Content-Type": "application/json",
      "User-Agent": "Svix-Webhooks/1.0 (local stand-in)",
      ...signed({ id, body }, webhook.signingSecret, clock.now()),
    };
    const event = { url: webhook.endpoint, body, headers, answerWithinMs: ANSWER_WITHIN_MS };
    return await postEvent(event, closing);
  };

  const record = (id: string, { isOk, text, isLast = false }: Outcome): void => {
    const delivery = store.delivery(id);
    // It was dropped or deleted while it was being sent.
    if (delivery === null || delivery.state === "dropped") return;
    const attempts = delivery.attempts + 1;
    const wait = isLast ? undefined : BACKOFF[attempts - 1];
    const state = isOk ? "delivered" : wait === undefined ? "failed" : "pending";
    const nextAttemptAt = state === "pending" ? clock.now() + (wait ?? 0) : null;
    store.putDelivery({ ...delivery, attempts, state, nextAttemptAt, outcome: text });
    onChange();
  };

  const { wake, sendNow, settled, close } = createDeliveries<Delivery>({
    clock,
    isHeld: () => isHolding,
    nextDue: () =>
      store
        .deliveries("pending")
        .find(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= clock.now()),
    dueTimesMs: () =>
      store
        .deliveries("pending")
        .flatMap(({ nextAttemptAt }) => (nextAttemptAt === null ? [] : [nextAttemptAt])),
    send,
    record,
    onError,
  });

  return {
    wake,
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      wake();
    },
    async sendNow(id) {
      const delivery = store.delivery(id);
      return delivery === null ? "no such event" : await sendNow(delivery);
    },
    drop(id) {
      const delivery = store.delivery(id);
      if (delivery === null) return;
      store.putDelivery({ ...delivery, state: "dropped", nextAttemptAt: null });
      onChange();
    },
    settled,
    close,
  };
}
