/** How a stand-in sends its events: one at a time, in order, with retries, until it is paused or closed. */
import type { Clock } from "./clock.ts";

export interface Sending<Delivery extends { id: string }> {
  clock: Pick<Clock, "schedule">;
  isHeld: () => boolean;
  /** The first delivery that is due now. */
  nextDue: () => Delivery | undefined;
  /** By the clock, of all pending deliveries. */
  dueTimesMs: () => number[];
  send: (delivery: Delivery, closing: AbortSignal) => Promise<Outcome>;
  record: (id: string, outcome: Outcome) => void;
  onError: (error: unknown) => void;
}

export interface Outcome {
  isOk: boolean;
  text: string;
  /** Nobody will accept it any more. */
  isLast?: boolean;
}

export interface Deliveries<Delivery> {
  /** Checks whether a delivery is due. */
  wake: () => void;
  /** Sends one delivery now, whatever its state, and returns the outcome. */
  sendNow: (delivery: Delivery) => Promise<string>;
  /** Resolves once nothing is due or being sent. */
  settled: () => Promise<void>;
  close: () => Promise<void>;
}

export function createDeliveries<Delivery extends { id: string }>(
  sending: Sending<Delivery>,
): Deliveries<Delivery> {
  const { clock, nextDue, send, record, onError } = sending;
  const closing = new AbortController();
  let cancelAlarm: (() => void) | null = null;
  let running: Promise<void> | null = null;
  let isWanted = false;
  // Functions, because the result may change during an await.
  const isClosing = () => closing.signal.aborted;
  const isIdle = () => isClosing() || sending.isHeld();

  async function work(): Promise<void> {
    for (let next = nextDue(); next !== undefined && !isIdle(); next = nextDue()) {
      const outcome = await send(next, closing.signal);
      // An attempt that closing has interrupted does not count.
      if (isClosing()) return;
      record(next.id, outcome);
    }
  }

  function planAlarm(): void {
    cancelAlarm?.();
    cancelAlarm = null;
    if (isIdle()) return;
    const times = sending.dueTimesMs();
    if (times.length > 0) cancelAlarm = clock.schedule(Math.min(...times), wake);
  }

  function wake(): void {
    // A loop that is about to end may have missed this delivery.
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
    async sendNow(delivery) {
      const outcome = await send(delivery, closing.signal);
      record(delivery.id, outcome);
      return outcome.text;
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

export interface Event {
  url: string;
  body: string;
  headers: Record<string, string>;
  answerWithinMs: number;
}

export async function postEvent(
  { url, body, headers, answerWithinMs }: Event,
  closing: AbortSignal,
): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers,
      redirect: "manual",
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerWithinMs)]),
    });
    await response.body?.cancel();
    return { isOk: response.ok, text: String(response.status) };
  } catch (error) {
    return { isOk: false, text: error instanceof Error ? described(error) : String(error) };
  }
}

function described(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
