/** The level, from 0 to 1, above which somebody speaks. */
const SPEECH_LEVEL = 0.01;
/** How long the visitor may be silent before the button says that it hears nothing. */
const QUIET_MS = 8_000;

/** Detects a microphone that is on and hears nothing. Once it has heard something, it works. */
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
