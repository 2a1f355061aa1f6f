/** The hooks on `customer.speech.timeout`: what is done when a visitor says nothing for so long. */
import type { Clock } from "@hark/stand-in-kit/clock";
import type { HookAction, SpeechTimeoutHook } from "../store/resources.ts";

export interface SpeechTimeouts {
  /** The assistant has said something other than a hook's words: from now on it is the visitor's turn. */
  wait(): void;
  /** The visitor started to speak. */
  hear(): void;
  close(): void;
}

export interface SpeechTimeoutsOptions {
  clock: Clock;
  hooks: readonly SpeechTimeoutHook[];
  /** While this holds nobody waits for the visitor: somebody speaks, or is about to. */
  isBusy: () => boolean;
  onTimeout: (actions: readonly HookAction[]) => void;
}

// As published.
const DEFAULT_SECONDS = 7.5;
const DEFAULT_COUNT = 3;
const LOOK_AGAIN_MS = 250;

/** Each hook has a clock of its own, which a hook's own words do not stop: those that are staggered fire in turn. */
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
        start(LOOK_AGAIN_MS);
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
