/**
 * Holds the state of the call. The engine that makes the call is large, and is loaded separately: when the button becomes
 * visible, or with the first press, which waits for it here.
 */
import type { Wording } from "../../../convex/shared/talkButtonTexts";
import { OFFLINE } from "../../../convex/shared/talkButtonLanguages/offline";
import type { WidgetAssistant } from "../state/assistant";
import { afterPress, IDLE, type CallState, type Press } from "../state/call-state";
import type { Message } from "../state/message";

/** The part that is loaded separately. */
export interface Engine {
  /** Called after each change of the state. */
  react(before: CallState, state: CallState): void;
  /** Loads early what a call would otherwise wait for. */
  prefetch(options: PrefetchOptions): Promise<void>;
  textOf: (message: Message) => Wording;
  isMuted: () => boolean;
  setMuted: (isMuted: boolean) => void;
  /** Sends what the visitor types during a call. */
  type: (text: string) => void;
}

/** Changes the state of the call. */
export type Update = (change: (state: CallState) => CallState) => void;

export interface PrefetchOptions {
  /** A page token costs a request, so it is fetched only when somebody is about to press. */
  withPageToken: boolean;
}

/** `setting` is passed on to the engine. */
interface LazyEngineParts<Setting> {
  setting: Setting & { assistant: Pick<WidgetAssistant, "texts"> };
  loadCall: () => Promise<{
    openEngine: (setting: Setting, update: Update) => Engine;
  }>;
  /** Reloads the page, which then continues the press. False if that would not help. */
  reload: () => Promise<boolean>;
}

/** The calls of a page: what they are doing, and what a visitor can do. */
export interface Voice {
  state: () => CallState;
  press: (press: Press) => void;
  /** Null until its script has loaded. */
  engine: () => Engine | null;
  /** Failures are ignored here. A press reports them. */
  prefetch: (options: PrefetchOptions) => void;
  textOf: (message: Message) => Wording;
  /** Returns a function that stops listening. */
  listen: (onChange: () => void) => () => void;
}

export function lazyEngine<Setting>(parts: LazyEngineParts<Setting>): Voice {
  const { setting, loadCall, reload } = parts;
  const listeners = new Set<() => void>();
  let state = IDLE;
  let engine: Engine | null = null;

  function update(change: (now: CallState) => CallState): void {
    const before = state;
    const next = change(before);
    if (next === before) return;
    state = next;
    if (engine !== null) engine.react(before, next);
    else if (next.kind === "connecting") void startWhenLoaded(next);
    // The engine may have changed the state again, and has reported that.
    if (state === next) for (const listener of listeners) listener();
  }

  async function load(): Promise<Engine> {
    const { openEngine } = await loadCall();
    engine ??= openEngine(setting, update);
    return engine;
  }

  async function startWhenLoaded(connecting: CallState): Promise<void> {
    const isWaiting = () => state === connecting;
    try {
      const loaded = await load();
      if (isWaiting()) loaded.react(IDLE, connecting);
    } catch {
      if (isWaiting() && !(await reload()) && isWaiting()) {
        update(() => ({ kind: "failed", message: { kind: "code", code: "offline" } }));
      }
    }
  }

  return {
    state: () => state,
    engine: () => engine,
    press: (press) => update((now) => afterPress(now, press)),
    prefetch(options) {
      load()
        .then((loaded) => loaded.prefetch(options))
        .catch(() => undefined);
    },
    /** Before the engine's texts are loaded, the only possible failure is loading. */
    textOf: (message) =>
      engine?.textOf(message) ??
      (setting.assistant.texts?.messages.offline as Wording | undefined) ??
      OFFLINE,
    listen(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}
