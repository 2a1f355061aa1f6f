import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { HOUR_MS } from "../../../../convex/shared/durations";
import { SECRETS_OVERLAP_HOURS } from "../../../../convex/shared/limits";
import { Button } from "../../../components/button";
import { SecretDialog } from "../../../components/secret-dialog";
import { reasonOf } from "../../../lib/error-reason";
import { formatDateTime } from "../../../lib/formats";
import { useNow } from "../../../lib/use-now";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { SwitchedSetting } from "../switched-setting";
import { SIGNED_CALLS } from "./texts";

const OVERLAP_MS = SECRETS_OVERLAP_HOURS * HOUR_MS;

/** Takes effect at once instead of being saved with the form, which could not take back a secret that was shown. */
export function SignedCalls({ assistant }: { assistant: Doc<"assistants"> }) {
  const { _id: assistantId, published, onlySignedCalls: isOn = false, signingSecret } = assistant;
  const turnOn = useMutation(api.signedCalls.turnOn);
  const turnOff = useMutation(api.signedCalls.turnOff);
  const makeNewSecret = useMutation(api.signedCalls.makeNewSecret);
  const { isBusy, run } = useOneAtATime();
  const [secret, setSecret] = useState<string | null>(null);
  const [failure, setFailure] = useState("");
  const [wasPressed, setWasPressed] = useState(false);
  const firstButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    // The pressed button was disabled or is gone, so it has lost the focus.
    if (wasPressed && !isBusy && secret === null) firstButton.current?.focus();
  }, [wasPressed, isBusy, secret]);

  function press(failed: string, change: () => Promise<string | null>) {
    setFailure("");
    setWasPressed(true);
    run(async () => {
      try {
        setSecret(await change());
      } catch (error) {
        setFailure(`${failed} ${reasonOf(error)}`);
      }
    });
  }

  function switchOn() {
    if (published && !confirm(SIGNED_CALLS.confirmOn)) return;
    press(SIGNED_CALLS.switchOnFailed, () => turnOn({ assistantId }));
  }

  function switchOff() {
    if (!confirm(SIGNED_CALLS.confirmOff)) return;
    press(SIGNED_CALLS.switchOffFailed, () => turnOff({ assistantId }));
  }

  return (
    <SwitchedSetting texts={SIGNED_CALLS} isOn={isOn}>
      <div className="flex flex-wrap gap-3">
        {isOn ? (
          <>
            <Button
              ref={firstButton}
              disabled={isBusy}
              onClick={() =>
                press(SIGNED_CALLS.newSecretFailed, () => makeNewSecret({ assistantId }))
              }
            >
              {SIGNED_CALLS.newSecret}
            </Button>
            <Button variant="quiet" disabled={isBusy} onClick={switchOff}>
              {SIGNED_CALLS.switchOff}
            </Button>
          </>
        ) : (
          <Button ref={firstButton} disabled={isBusy} onClick={switchOn}>
            {isBusy ? SIGNED_CALLS.switchingOn : SIGNED_CALLS.switchOn}
          </Button>
        )}
      </div>
      {isOn && <PreviousSecret rotatedAtMs={signingSecret?.rotatedAtMs ?? null} />}
      <p role="alert" className="text-small text-bad empty:hidden">
        {failure}
      </p>
      {secret !== null && (
        <SecretDialog
          title={SIGNED_CALLS.secretTitle}
          explanation={SIGNED_CALLS.secretText}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </SwitchedSetting>
  );
}

function PreviousSecret({ rotatedAtMs }: { rotatedAtMs: number | null }) {
  const nowMs = useNow();
  const endsAtMs = (rotatedAtMs ?? -Infinity) + OVERLAP_MS;
  return (
    <p className="text-small text-faint">
      {nowMs < endsAtMs
        ? SIGNED_CALLS.previousUntil(formatDateTime(endsAtMs))
        : SIGNED_CALLS.overlap(SECRETS_OVERLAP_HOURS)}
    </p>
  );
}
