/** Sends webhooks: in order for each call, session or chat, with the retries of its backoff plan, and with ordered faults. */
import type { Clock } from "@hark/stand-in-kit/clock";
import type { Credential, ServerConfig } from "../store/resources.ts";
import { headersFor } from "./signing.ts";
import type { Witness } from "../witness.ts";

export interface WebhookFaults {
  /** Held ones wait for `release`, dropped ones never leave. */
  mode: "deliver" | "hold" | "drop";
  copies: number;
  delayMs: number;
  /** Only messages of these types; all when empty. */
  types: string[];
}

export const NO_FAULTS: WebhookFaults = { mode: "deliver", copies: 1, delayMs: 0, types: [] };

export interface Webhook {
  /** The id of the call, session or chat. */
  subjectId: string;
  server: ServerConfig;
  message: { type: string } & Record<string, unknown>;
  /** Called once: with the parsed answer, or with null if there is none. */
  onAnswer?: (answer: unknown) => void;
}

export interface Delivery {
  id: number;
  subjectId: string;
  type: string;
  url: string;
  state: "held" | "under way" | "delivered" | "failed" | "dropped";
  /** The status of each answer so far; null where there was none. */
  attempts: (number | null)[];
}

export interface WebhookSender {
  send(webhook: Webhook): void;
  setFaults(faults: WebhookFaults): void;
  /** Sends what was held, in this order of their ids; those not named stay held. */
  release(ids: number[]): void;
  deliveries(): Delivery[];
  /** Deletes delivered webhooks and gives up the others. */
  reset(): void;
}

export interface WebhookSenderOptions {
  clock: Clock;
  /** What `server.credentialId` names. */
  credentialOf: (id: string) => Credential | null;
  witness: Witness | undefined;
  log: (line: string) => void;
}

const DEFAULT_TIMEOUT_SECONDS = 20;
const MAX_DELIVERIES_LISTED = 1000;

interface Entry {
  delivery: Delivery;
  webhook: Webhook;
  abandoned: AbortSignal;
}

export function createWebhookSender({
  clock,
  credentialOf,
  witness,
  log,
}: WebhookSenderOptions): WebhookSender {
  let faults = NO_FAULTS;
  let entries: Entry[] = [];
  let nextId = 1;
  let closing = new AbortController();
  const timers = new Set<() => void>();
  // First attempts about one subject go one after the other: a server sees the order in which things happened.
  const lines = new Map<string, Promise<void>>();

  const after = (delayMs: number, task: () => void) => {
    const cancel = clock.schedule(clock.now() + delayMs, () => {
      timers.delete(cancel);
      task();
    });
    timers.add(cancel);
  };

  const post = async ({
    webhook,
    delivery,
    abandoned: abandoned,
  }: Entry): Promise<number | null> => {
    const { server, message } = webhook;
    const body = JSON.stringify({ message });
    const plan = credentialOf(server.credentialId ?? "")?.authenticationPlan ?? null;
    const seconds = server.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
    try {
      const response = await fetch(delivery.url, {
        method: "POST",
        headers: headersFor(server, plan, { body, nowMs: clock.now() }),
        body,
        signal: AbortSignal.any([abandoned, AbortSignal.timeout(1000 * seconds)]),
      });
      const text = await response.text();
      if (response.ok && webhook.onAnswer !== undefined) {
        const answer = parsed(text);
        witness?.answer(message, answer);
        webhook.onAnswer(answer);
      }
      return response.status;
    } catch (error) {
      if (!abandoned.aborted) log(`A webhook to ${delivery.url} got no answer: ${String(error)}`);
      return null;
    }
  };

  const attempt = async (entry: Entry): Promise<void> => {
    const { delivery, webhook, abandoned: abandoned } = entry;
    delivery.state = "under way";
    const status = await post(entry);
    if (abandoned.aborted) return;
    delivery.attempts.push(status);
    if (status !== null && status >= 200 && status < 300) {
      delivery.state = "delivered";
      return;
    }
    const delayMs = retryDelayMs(webhook.server, delivery.attempts);
    if (delayMs === null) {
      delivery.state = "failed";
      webhook.onAnswer?.(null);
      log(`A ${delivery.type} webhook failed with ${String(status)} and is not sent again.`);
    } else after(delayMs, () => void attempt(entry));
  };

  const queue = (entry: Entry) => {
    const { delivery, abandoned: abandoned } = entry;
    const { subjectId } = delivery;
    const line = (lines.get(subjectId) ?? Promise.resolve()).then(async () => {
      if (!abandoned.aborted) await attempt(entry);
    });
    lines.set(subjectId, line);
    void line.then(() => {
      if (lines.get(subjectId) === line) lines.delete(subjectId);
    });
  };

  const add = (webhook: Webhook, url: string): Entry => {
    const { subjectId, message } = webhook;
    const delivery: Delivery = {
      id: nextId++,
      subjectId,
      type: message.type,
      url,
      state: "under way",
      attempts: [],
    };
    const entry = { delivery, webhook, abandoned: closing.signal };
    entries.push(entry);
    if (entries.length > MAX_DELIVERIES_LISTED) entries.shift();
    return entry;
  };

  return {
    send(webhook) {
      const { url } = webhook.server;
      if (url === undefined) return;
      witness?.webhook({ message: webhook.message });
      const isAffected = faults.types.length === 0 || faults.types.includes(webhook.message.type);
      const { mode, copies, delayMs } = isAffected ? faults : NO_FAULTS;
      for (let copy = 0; copy < copies; copy++) {
        const entry = add(webhook, url);
        if (mode === "drop") {
          entry.delivery.state = "dropped";
          webhook.onAnswer?.(null);
        } else if (mode === "hold") entry.delivery.state = "held";
        else if (delayMs > 0) after(delayMs, () => queue(entry));
        else queue(entry);
      }
    },
    setFaults(given) {
      faults = given;
    },
    release(ids) {
      const held = entries.filter(({ delivery }) => delivery.state === "held");
      for (const id of ids) {
        const entry = held.find(({ delivery }) => delivery.id === id);
        if (entry !== undefined) queue(entry);
      }
    },
    deliveries: () => entries.map(({ delivery }) => ({ ...delivery })),
    reset() {
      closing.abort();
      closing = new AbortController();
      for (const cancel of timers) cancel();
      timers.clear();
      entries = [];
      faults = NO_FAULTS;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Null when it is not to be sent again. */
export function retryDelayMs(
  server: ServerConfig,
  attempts: readonly (number | null)[],
): number | null {
  const { backoffPlan } = server;
  const status = attempts.at(-1) ?? null;
  if (backoffPlan === undefined || attempts.length > backoffPlan.maxRetries) return null;
  if (status !== null && backoffPlan.excludedStatusCodes?.includes(status) === true) return null;
  const growth = backoffPlan.type === "exponential" ? 2 ** (attempts.length - 1) : 1;
  return 1000 * backoffPlan.baseDelaySeconds * growth;
}
