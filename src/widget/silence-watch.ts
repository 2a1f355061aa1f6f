/** The level, from 0 to 1, above which somebody speaks. */
const SPEECH_LEVEL = 0.01;
/** So long the assistant waits for an answer before the visitor is told that none arrives. */
const QUIET_MS = 8_000;

/** Notices a microphone that is on and hears nothing. Once it heard something, it works. */
export function createSilenceWatch(onQuiet: (isQuiet: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasHeard = false;
  let isQuiet = false;
  const wait = () => {
    clearTimeout(timer);
    if (wasHeard) return;
    timer = setTimeout(() => {
      isQuiet = true;
      onQuiet(true);
    }, QUIET_MS);
  };
  return {
    /** It is the visitor's turn. */
    wait,
    /** The assistant speaks: nobody expects the visitor to. */
    pause: () => clearTimeout(timer),
    hear(level: number) {
      if (level < SPEECH_LEVEL || wasHeard) return;
      wasHeard = true;
      clearTimeout(timer);
      if (isQuiet) onQuiet(false);
    },
  };
}
