import { useRef, useState } from "react";

type OneAtATime = { isBusy: boolean; run: (work: () => Promise<unknown>) => void };

/** Runs work that a second press cannot start again while it is running. */
export function useOneAtATime(): OneAtATime {
  const [isBusy, setIsBusy] = useState(false);
  // On a double click the state has not been rendered yet, so this needs a ref.
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
