import { useEffect, useSyncExternalStore } from "react";
import type { Trial } from "./open-trial";
import { ReadingProgress } from "./reading-progress";
import { TrialConversation } from "./trial-conversation";
import { TRIAL } from "./texts";
import { CreateLink } from "./create-link";

/** Trying again today does not help. */
const ENDED = ["trials_off", "trials_used_up"];

type SiteTrialProps = { trial: Trial; onReading: (isReading: boolean) => void };

/** What follows the form of the landing page: a website is read, and then answers questions. */
export function SiteTrial({ trial, onReading }: SiteTrialProps) {
  const state = useSyncExternalStore(trial.listen, trial.state);
  const isReading = state.kind === "reading";
  useEffect(() => onReading(isReading), [onReading, isReading]);
  switch (state.kind) {
    case "reading":
      return <ReadingProgress address={trial.address} read={state.read} of={state.of} />;
    case "refused":
      return (
        <div className="grid justify-items-start gap-4">
          <p role="alert" className="text-bad">
            {state.reason}
          </p>
          {ENDED.includes(state.code) && (
            <CreateLink address={trial.address} label={TRIAL.signUp} />
          )}
        </div>
      );
    case "talking":
      return <TrialConversation state={state} onAsk={trial.ask} />;
    default:
      return state satisfies never;
  }
}
