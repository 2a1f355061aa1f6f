/** The level, from 0 to 1, above which somebody speaks. */
const SPEECH_LEVEL = 0.01;
/** How long nothing is heard before the button says so. */
const QUIET_MS = 8_000;

/** Detects a microphone that is open but silent. After the first sound it counts as working. */
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
    /** Called when it is the visitor's turn. */
    wait,
    /** Called while the assistant speaks. */
    pause: () => clearTimeout(timer),
    hear(level: number) {
      if (level < SPEECH_LEVEL || wasHeard) return;
      wasHeard = true;
      clearTimeout(timer);
      if (isQuiet) onQuiet(false);
    },
  };
}
