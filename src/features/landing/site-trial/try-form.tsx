import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import { readConvexSiteUrl } from "../../../lib/env";
import { becomesAvailable } from "../landing-assistant-available";
import type { BegunTrial } from "./begin-trial";
import { TRY_FORM } from "./texts";

/** Loaded when a visitor is about to use it. */
const load = () => import("./begin-trial");

export function TryForm({ onOff }: { onOff: () => void }) {
  const [address, setAddress] = useState("");
  const [begun, setBegun] = useState<BegunTrial>();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const isUntouched = useRef(true);
  useEffect(() => () => begun?.trial.close(), [begun]);
  useEffect(() => {
    isUntouched.current = true;
    becomesAvailable(() => isUntouched.current).then(
      (isOpen) => !isOpen && isUntouched.current && onOff(),
      () => undefined,
    );
    return keep;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Asked once.
  }, []);

  /** Whoever uses the form reads what is wrong when it is sent. */
  function keep() {
    isUntouched.current = false;
  }

  function prepare() {
    keep();
    load().catch(() => undefined);
  }

  async function begin(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsBusy(true);
    setHasFailed(false);
    try {
      const { beginTrial } = await load();
      setBegun(beginTrial({ siteUrl: readConvexSiteUrl(import.meta.env), address }));
    } catch {
      setIsBusy(false);
      setHasFailed(true);
    }
  }

  return (
    <div className="grid gap-6 rounded-card border border-line bg-surface p-4 sm:p-6">
      <form className="flex flex-wrap items-end gap-3" onSubmit={(event) => void begin(event)}>
        <div className="min-w-0 flex-1 basis-48">
          <Field label={TRY_FORM.address}>
            {(control) => (
              <input
                {...control}
                value={address}
                placeholder={TRY_FORM.example}
                required
                inputMode="url"
                autoCapitalize="none"
                autoComplete="url"
                spellCheck={false}
                onFocus={prepare}
                onChange={({ target }) => setAddress(target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" disabled={isBusy} aria-busy={isBusy}>
          {TRY_FORM.read}
        </Button>
      </form>
      {hasFailed && (
        <p role="alert" className="text-bad">
          {TRY_FORM.loadFailed}
        </p>
      )}
      {begun === undefined ? (
        <p className="text-small text-muted">{TRY_FORM.note}</p>
      ) : (
        <begun.Shown trial={begun.trial} onReading={setIsBusy} />
      )}
    </div>
  );
}
