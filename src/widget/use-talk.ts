import { useCallback, useEffect, useMemo, useState } from "react";
import { loadAgain } from "../lib/load-again";
import type { WidgetAssistant } from "./backend";
import type { Needs, PageSetting } from "./call";
import type { HostLink } from "./host-link";
import { renew, takePressOfBefore } from "./renew";
import { openLine, type ShownState } from "./line";
import { whenSeenAndIdle } from "./when-idle";

export interface ButtonSetting {
  host: HostLink;
  isTesting: boolean;
  /** No website with this button is known yet. */
  isUnseen: boolean;
  /** The proof for the first call, if the look-up brought one. */
  proof?: string;
}

const loadCall = () => loadAgain(() => import("./call"));

/** One assistant's calls for as long as its button is shown. */
export function useTalk(assistant: WidgetAssistant, setting: ButtonSetting) {
  const { host, isUnseen } = setting;
  const [isHostShowing, setIsHostShowing] = useState(false);

  const { line, report } = useMemo(() => {
    const tell = ({ phase, failure, notice, asks }: ShownState) => {
      host.send({ hark: "state", state: phase });
      const message = { hark: "message", text: failure ?? notice } as const;
      host.send(asks === null ? message : { ...message, notice: { link: asks.link } });
    };
    const created = openLine({
      ...setting,
      loadCall,
      renew,
      assistant,
      onState(next) {
        setState(next);
        tell(next);
      },
    });
    return { line: created, report: () => tell(created.state()) };
  }, [assistant, setting, host]);
  const prepare = useCallback(
    (needs: Needs) => prepareCall({ ...setting, assistant }, needs),
    [assistant, setting],
  );
  const approach = useCallback(() => prepare({ aProof: true }), [prepare]);
  const [state, setState] = useState(line.state);

  useEffect(() => {
    const stopListening = host.listen({
      onConnect(showsMessages) {
        setIsHostShowing(showsMessages);
        report();
      },
      onStart() {
        if (line.state().phase === "idle") line.press();
      },
      onStop: line.stop,
    });
    // Closed, left or put aside for the way back; another tab in front is no way out.
    window.addEventListener("pagehide", line.stop);
    if (takePressOfBefore()) line.press();
    return () => {
      window.removeEventListener("pagehide", line.stop);
      stopListening();
      line.stop();
    };
  }, [line, report, host]);

  useEffect(() => {
    // Whoever saves data pays for it by a later first word.
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData === true) return undefined;
    // Asking for a proof also reports the site. The owner is waiting to see that the code works.
    return whenSeenAndIdle(document.body, () => prepare({ aProof: isUnseen }));
  }, [prepare, isUnseen]);

  return { state, isHostShowing, press: line.press, dismiss: line.stop, approach };
}

/** Fetches ahead what a call needs and is not there yet; a failure shows when the call is really wanted. */
function prepareCall(page: PageSetting, needs: Needs): void {
  loadCall()
    .then(({ fetchAhead }) => fetchAhead(page, needs))
    .catch(() => undefined);
}
