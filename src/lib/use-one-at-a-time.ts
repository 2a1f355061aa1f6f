import { useRef, useState } from "react";

type OneAtATime = { isBusy: boolean; run: (work: () => Promise<unknown>) => void };

/** Work that a second press, however quick, does not start again before it has ended. */
export function useOneAtATime(): OneAtATime {
  const [isBusy, setIsBusy] = useState(false);
  // The state of the last render comes too late for a double click.
  const isRunning = useRef(false);

  function run(work: () => Promise<unknown>) {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    void work().finally(() => {
      isRunning.current = false;
      setIsBusy(false);
    });
  }

  return { isBusy, run };
}
