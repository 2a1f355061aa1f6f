/** Sends events to the endpoints: one at a time, in their order, again and again until they answer 2xx. */
import type { Clock } from "../../clock.ts";
import type { MailStore } from "../store/mail-store.ts";
import type { Delivery } from "../store/records.ts";
import type { Witness } from "../witness.ts";
import { signed } from "./signature.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The waits between attempts: https://resend.com/docs/webhooks/retries-and-replays */
const BACKOFF = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
/** Svix waits as long for an answer. */
const ANSWER_WITHIN_MS = 15_000;

export interface Courier {
  /** Looks whether anything is to be sent. */
  wake(): void;
  /** Keeps events back from now on. */
  hold(): void;
  release(): void;
  /** Sends one event now, whatever its state, and says what came of it. */
  sendNow(id: string): Promise<string>;
  drop(id: string): void;
  /** Resolves once nothing is due or on its way. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface CourierOptions {
  store: MailStore;
  /** The receiver has the same one: it refuses what is signed minutes ago. */
  clock: Clock;
  witness: Witness | undefined;
  onChange: () => void;
  onError: (error: unknown) => void;
}

export function createCourier(options: CourierOptions): Courier {
  const { store, clock, witness, onChange, onError } = options;
  const closing = new AbortController();
  let cancelAlarm: (() => void) | null = null;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isHolding = false;
  // A function, because an await in between may change the answer.
  const isClosing = () => closing.signal.aborted;
  const isIdle = () => isClosing() || isHolding;

  const nextDue = (): Delivery | undefined =>
    store
      .deliveries("pending")
      .find(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt <= clock.now());

  const work = async (): Promise<void> => {
    for (let next = nextDue(); next !== undefined && !isIdle(); next = nextDue()) {
      const outcome = await send(next);
      // What ended because we close is as if it had not been tried.
      if (isClosing()) return;
      record(next.id, outcome);
    }
  };

  const send = async ({ id, body, webhook: webhookId }: Delivery): Promise<Outcome> => {
    const webhook = store.webhook(webhookId);
    if (webhook?.status !== "enabled") return { isOk: false, text: "no endpoint", isLast: true };
    witness?.event(JSON.parse(body));
    try {
      const response = await fetch(webhook.endpoint, {
        method: "POST",
        body,
        headers: {
          "Content-Type": "application/json",
          "User-Agent": "Svix-Webhooks/1.0 (local stand-in)",
          ...signed({ id, body }, webhook.signingSecret, clock.now()),
        },
        redirect: "manual",
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.body?.cancel();
      return { isOk: response.ok, text: String(response.status) };
    } catch (error) {
      return { isOk: false, text: error instanceof Error ? describe(error) : String(error) };
    }
  };

  const record = (id: string, { isOk, text, isLast = false }: Outcome): void => {
    const delivery = store.delivery(id);
    // Dropped or cleared while it was on its way.
    if (delivery === null || delivery.state === "dropped") return;
    const attempts = delivery.attempts + 1;
    const wait = isLast ? undefined : BACKOFF[attempts - 1];
    const state = isOk ? "delivered" : wait === undefined ? "failed" : "pending";
    const nextAttemptAt = state === "pending" ? clock.now() + (wait ?? 0) : null;
    store.putDelivery({ ...delivery, attempts, state, nextAttemptAt, outcome: text });
    onChange();
  };

  const planAlarm = (): void => {
    cancelAlarm?.();
    cancelAlarm = null;
    if (isIdle()) return;
    const times = store
      .deliveries("pending")
      .flatMap(({ nextAttemptAt }) => (nextAttemptAt === null ? [] : [nextAttemptAt]));
    if (times.length > 0) cancelAlarm = clock.schedule(Math.min(...times), wake);
  };

  function wake(): void {
    // Work that is about to end has perhaps not seen what there is to do since.
    isWanted = true;
    if (running !== null || isIdle()) return;
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
    hold() {
      isHolding = true;
    },
    release() {
      isHolding = false;
      wake();
    },
    async sendNow(id) {
      const delivery = store.delivery(id);
      if (delivery === null) return "no such event";
      const outcome = await send(delivery);
      record(id, outcome);
      return outcome.text;
    },
    drop(id) {
      const delivery = store.delivery(id);
      if (delivery === null) return;
      store.putDelivery({ ...delivery, state: "dropped", nextAttemptAt: null });
      onChange();
    },
    async settled() {
      while (running !== null) await running;
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
