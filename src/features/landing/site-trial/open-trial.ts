/** Reads a website and asks about it, with our server. */
import {
  type ReadingEvent,
  TRIAL_ANSWER_PATH,
  TRIAL_PATH,
  type TrialSetting,
} from "../../../../convex/shared/siteTrials";
import { SECOND_MS } from "../../../../convex/shared/durations";
import { LANDING_EMBED_ID } from "../../../../convex/shared/landingAssistant";
import { sentEvents } from "../../../../convex/shared/sentEvents";
import type { TypedEvent } from "../../../../convex/shared/typedEvents";
import { TRIAL_FAILURES } from "./texts";
import {
  afterTrialEvent,
  BEGUN,
  type Refusal,
  type TrialEvent,
  type TrialState,
} from "./trial-state";

export interface Trial {
  /** What the visitor typed. */
  address: string;
  state: () => TrialState;
  /** Returns a function that stops listening. */
  listen: (onChange: () => void) => () => void;
  /** Does nothing while an answer is on its way. */
  ask: (text: string) => void;
  close: () => void;
}

type TrialParts = { siteUrl: string; address: string };

export function openTrial({ siteUrl, address }: TrialParts): Trial {
  const closing = new AbortController();
  const { signal } = closing;
  const listeners = new Set<() => void>();
  let state = BEGUN;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function apply(event: TrialEvent): void {
    if (signal.aborted) return;
    state = afterTrialEvent(state, event);
    if (event.kind === "found") {
      timer = setTimeout(() => apply({ kind: "over" }), event.site.secondsLeft * SECOND_MS);
    }
    for (const listener of listeners) listener();
  }

  async function passOn(events: AsyncIterable<TrialEvent>): Promise<void> {
    for await (const event of events) apply(event);
  }

  void passOn(readWebsite(siteUrl, address, signal));
  return {
    address,
    state: () => state,
    listen(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    ask(text) {
      if (state.kind !== "talking" || state.isOver || state.question?.kind === "answering") return;
      apply({ kind: "asked", text });
      void passOn(answersTo(siteUrl, { trial: state.site.trial, text }, signal));
    },
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

async function* readWebsite(
  siteUrl: string,
  address: string,
  signal: AbortSignal,
): AsyncGenerator<TrialEvent, void, undefined> {
  const turnstile = await turnstileToken(siteUrl).catch(() => undefined);
  if (turnstile === undefined) return yield refusedAs("unverified");
  const body = { address, ...(turnstile === null ? {} : { turnstile }) };
  const response = await post(siteUrl + TRIAL_PATH, body, signal);
  if (response.kind === "refused") return yield response;
  try {
    for await (const data of sentEvents(response.body)) {
      const event = JSON.parse(data) as ReadingEvent;
      if ("found" in event) {
        const endsAtMs = Date.now() + event.found.secondsLeft * SECOND_MS;
        return yield { kind: "found", site: event.found, endsAtMs };
      }
      if ("error" in event) {
        const { code, message: reason } = event.error;
        return yield { kind: "refused", code, reason };
      }
      yield { kind: "read", ...event.reading };
    }
  } catch {
    // The same as a response that ends too early.
  }
  yield refusedAs("connectionLost");
}

function refusedAs(code: keyof typeof TRIAL_FAILURES): { kind: "refused" } & Refusal {
  return { kind: "refused", code, reason: TRIAL_FAILURES[code] };
}

/** Null if the operator has not set up Turnstile. Undefined if the visitor could not be checked. */
async function turnstileToken(siteUrl: string): Promise<string | null | undefined> {
  const setting = await fetch(siteUrl + TRIAL_PATH)
    .then(async (response) => (await response.json()) as TrialSetting)
    // The next request says what is wrong.
    .catch(() => null);
  if (setting?.turnstile == null) return null;
  const { getTurnstileToken } = await import("../../../lib/turnstile");
  return await getTurnstileToken(setting.turnstile, LANDING_EMBED_ID);
}

const OVER = ["trial_over", "answers_used_up"];

async function* answersTo(
  siteUrl: string,
  asked: { trial: string; text: string },
  signal: AbortSignal,
): AsyncGenerator<TrialEvent, void, undefined> {
  const response = await post(siteUrl + TRIAL_ANSWER_PATH, asked, signal);
  if (response.kind === "refused") {
    yield { kind: "failed", reason: response.reason };
    if (OVER.includes(response.code)) yield { kind: "over" };
    return;
  }
  try {
    for await (const data of sentEvents(response.body)) {
      const event = JSON.parse(data) as TypedEvent;
      if ("delta" in event) yield { kind: "delta", text: event.delta };
      else if ("left" in event) return yield { kind: "answered", answersLeft: event.left };
      else if ("error" in event) return yield { kind: "failed", reason: event.error.message };
    }
  } catch {
    // The same as a response that ends too early.
  }
  yield { kind: "failed", reason: TRIAL_FAILURES.connectionLost };
}

type Posted =
  { kind: "answered"; body: ReadableStream<Uint8Array> } | ({ kind: "refused" } & Refusal);

/** Without a header that a form could not send, so that browsers send no preflight request. */
async function post(url: string, body: object, signal: AbortSignal): Promise<Posted> {
  try {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(body), signal });
    if (response.ok && response.body !== null) return { kind: "answered", body: response.body };
    const refusal = (await response.json()) as { code: string; message: string };
    return { kind: "refused", code: refusal.code, reason: refusal.message };
  } catch {
    return refusedAs("offline");
  }
}
