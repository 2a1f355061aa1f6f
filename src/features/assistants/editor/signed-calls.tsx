import { useMutation } from "convex/react";
import { useEffect, useId, useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { SECRETS_OVERLAP_HOURS } from "../../../../convex/catalog/limits";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { SecretDialog } from "../../../components/secret-dialog";
import { reasonOf } from "../../../lib/error-reason";
import { formatDateTime } from "../../../lib/formats";
import { useNow } from "../../../lib/use-now";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";

const OVERLAP_MS = SECRETS_OVERLAP_HOURS * 3_600_000;
const EXPLANATION =
  "Your server signs tokens with it. Copy it now and keep it on your server: we will not show it again, but you can make a new one.";
const CONFIRM_ON =
  "From now on, calls from pages without a token are refused. Require a token for every call?";
const CONFIRM_OFF =
  "Anyone who sees the button can start calls again, and the secret stops working for good. Switch signed calls off?";

/** Changed with buttons of its own, at once: a secret that is shown cannot be taken back with the form. */
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
  const titleId = useId();

  useEffect(() => {
    // The button that was pressed is disabled meanwhile, or gone.
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
    if (published && !confirm(CONFIRM_ON)) return;
    press("Failed to switch signed calls on.", () => turnOn({ assistantId }));
  }

  function switchOff() {
    if (!confirm(CONFIRM_OFF)) return;
    press("Failed to switch signed calls off.", () => turnOff({ assistantId }));
  }

  return (
    <section aria-labelledby={titleId} className="grid gap-3 border-t border-line pt-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={titleId} className="font-medium">
          Only calls signed by my server
        </h3>
        <Badge tone={isOn ? "good" : "neutral"}>{isOn ? "On" : "Off"}</Badge>
      </div>
      <p className="text-small text-faint">
        {isOn
          ? "A visitor's call needs a token that your server has signed. The assistant's code shows how to make one. Your own tests need none."
          : "For pages behind a login: a visitor can start a call only with a token that your own server has signed. You need a developer for this. It takes effect at once."}
      </p>
      <div className="flex flex-wrap gap-3">
        {isOn ? (
          <>
            <Button
              ref={firstButton}
              disabled={isBusy}
              onClick={() =>
                press("Failed to make a new secret.", () => makeNewSecret({ assistantId }))
              }
            >
              Make a new secret
            </Button>
            <Button variant="quiet" disabled={isBusy} onClick={switchOff}>
              Switch off
            </Button>
          </>
        ) : (
          <Button ref={firstButton} disabled={isBusy} onClick={switchOn}>
            {isBusy ? "Switching on..." : "Switch on"}
          </Button>
        )}
      </div>
      {isOn && <PreviousSecret rotatedAtMs={signingSecret?.rotatedAtMs ?? null} />}
      <p role="alert" className="text-small text-bad empty:hidden">
        {failure}
      </p>
      {secret !== null && (
        <SecretDialog
          title="The secret for your server"
          explanation={EXPLANATION}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </section>
  );
}

function PreviousSecret({ rotatedAtMs }: { rotatedAtMs: number | null }) {
  const nowMs = useNow();
  const endsAtMs = (rotatedAtMs ?? -Infinity) + OVERLAP_MS;
  return (
    <p className="text-small text-faint">
      {nowMs < endsAtMs
        ? `The previous secret still works until ${formatDateTime(endsAtMs)}.`
        : `After you make a new secret, the current one works for another ${SECRETS_OVERLAP_HOURS} hours. If it has leaked, switch off and on again instead: it then stops at once.`}
    </p>
  );
}
