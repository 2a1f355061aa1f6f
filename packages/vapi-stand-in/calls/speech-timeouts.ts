/** The hooks on `customer.speech.timeout`, which fire when a visitor says nothing for some time. */
import type { Clock } from "@hark/stand-in-kit/clock";
import type { HookAction, SpeechTimeoutHook } from "../store/resources.ts";

export interface SpeechTimeouts {
  /** The assistant has said something other than a hook's text, so it is the visitor's turn now. */
  wait(): void;
  /** The visitor started to speak. */
  hear(): void;
  close(): void;
}

export interface SpeechTimeoutsOptions {
  clock: Clock;
  hooks: readonly SpeechTimeoutHook[];
  /** While this is true the hooks wait, because the visitor or the assistant speaks or is about to. */
  isBusy: () => boolean;
  onTimeout: (actions: readonly HookAction[]) => void;
}

// As published.
const DEFAULT_SECONDS = 7.5;
const DEFAULT_COUNT = 3;
const RECHECK_MS = 250;

/** Each hook has its own timer, which a hook's text does not restart: staggered hooks fire one after the other. */
export function watchSpeechTimeouts(options: SpeechTimeoutsOptions): SpeechTimeouts {
  const timers = options.hooks.map((hook) => timerFor(hook, options));
  return {
    wait() {
      for (const timer of timers) timer.start();
    },
    hear() {
      for (const timer of timers) timer.reset();
    },
    close() {
      for (const timer of timers) timer.stop();
    },
  };
}

function timerFor(
  { options = { timeoutSeconds: DEFAULT_SECONDS }, do: actions }: SpeechTimeoutHook,
  { clock, isBusy, onTimeout }: Omit<SpeechTimeoutsOptions, "hooks">,
) {
  const { timeoutSeconds, triggerMaxCount = DEFAULT_COUNT, triggerResetMode = "never" } = options;
  let cancel: () => void = () => undefined;
  let fired = 0;

  function start(ms = 1000 * timeoutSeconds): void {
    cancel();
    if (fired >= triggerMaxCount) return;
    cancel = clock.schedule(clock.now() + ms, () => {
      if (isBusy()) {
        start(RECHECK_MS);
        return;
      }
      fired += 1;
      start();
      onTimeout(actions);
    });
  }

  return {
    start: () => start(),
    stop: () => cancel(),
    reset() {
      cancel();
      if (triggerResetMode === "onUserSpeech") fired = 0;
    },
  };
}
