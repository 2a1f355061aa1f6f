import { useMutation } from "convex/react";
import { useId, useState, type SubmitEvent } from "react";
import { toast } from "../../lib/toast";
import { api } from "../../../convex/_generated/api";
import { MAX_SPENDING_LIMIT_CENTS } from "../../../convex/shared/limits";
import { SPENDING_MESSAGES } from "../../../convex/shared/messages";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { Field } from "../../components/field";
import { reasonOf } from "../../lib/error-reason";
import { formatCost, formatCounted } from "../../lib/formats";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import type { SpendingLimit } from "./billing-types";
import { SPENDING_LIMIT } from "./texts";

const MAX_DOLLARS = MAX_SPENDING_LIMIT_CENTS / 100;
/** The slider ends here; a higher limit can be typed. */
const SLIDER_DOLLARS = 200;

type SpendingLimitDialogProps = { spending: SpendingLimit; onClose: () => void };

export function SpendingLimitDialog({ spending, onClose }: SpendingLimitDialogProps) {
  const { limit, overageRate } = spending;
  const setLimit = useMutation(api.subscriptions.setSpendingLimit);
  const [typed, setTyped] = useState(limit === null ? "" : dollarsOf(limit));
  const [isUnlimited, setIsUnlimited] = useState(limit === null);
  const [isUnderstood, setIsUnderstood] = useState(limit === null);
  const { isBusy, run } = useOneAtATime();
  const noteId = useId();
  const cents = centsOf(typed);
  const chosen = isUnlimited ? null : cents;
  const isComplete = isUnlimited ? isUnderstood : cents !== null;
  const note = isUnlimited
    ? SPENDING_LIMIT.unlimitedNote(formatCost(overageRate / 100))
    : noteOn(cents, spending);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isComplete) return;
    run(async () => {
      try {
        await setLimit({ limit: chosen });
        toast.success(SPENDING_MESSAGES.changed);
        onClose();
      } catch (error) {
        toast.error(SPENDING_MESSAGES.notChanged, { description: reasonOf(error) });
      }
    });
  }

  return (
    <Dialog title={SPENDING_LIMIT.title} onClose={onClose}>
      <form className="mt-2 grid gap-4" onSubmit={submit}>
        <p className="text-muted">{SPENDING_LIMIT.intro}</p>
        <input
          type="range"
          aria-label={SPENDING_LIMIT.title}
          aria-valuetext={cents === null ? SPENDING_LIMIT.notSet : formatCost(cents / 100)}
          min={0}
          max={SLIDER_DOLLARS}
          step={1}
          disabled={isUnlimited}
          value={Math.min(SLIDER_DOLLARS, Math.round((cents ?? 0) / 100))}
          className="h-10 w-full not-disabled:cursor-pointer disabled:opacity-60"
          onChange={(event) => {
            setTyped(dollarsOf(Number(event.target.value) * 100));
          }}
        />
        <Field label={SPENDING_LIMIT.amount}>
          {(control) => (
            <input
              {...control}
              aria-describedby={noteId}
              inputMode="decimal"
              autoComplete="off"
              disabled={isUnlimited}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
              }}
            />
          )}
        </Field>
        <Check label={SPENDING_LIMIT.noLimit} isChecked={isUnlimited} onChange={setIsUnlimited} />
        {isUnlimited && (
          <div className="rounded-control bg-warn-soft px-3 py-2 text-warn">
            <Check
              label={SPENDING_LIMIT.understood}
              isChecked={isUnderstood}
              onChange={setIsUnderstood}
            />
          </div>
        )}
        <p id={noteId} role="status" className="min-h-10 text-small text-muted">
          {note}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{SPENDING_LIMIT.cancel}</Button>
          <Button type="submit" variant="primary" disabled={!isComplete || isBusy}>
            {isBusy ? SPENDING_LIMIT.saving : SPENDING_LIMIT.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type CheckProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void };

function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <label className="flex min-h-10 items-center gap-3">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={isChecked}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      {label}
    </label>
  );
}

function noteOn(cents: number | null, { spent, overageRate }: SpendingLimit): string {
  if (cents === null) return SPENDING_MESSAGES.invalid;
  const rate = formatCost(overageRate / 100);
  const minutes = formatCounted(Math.floor(cents / overageRate), "extra minute");
  const text =
    cents === 0 ? SPENDING_LIMIT.noExtraMinutes : SPENDING_LIMIT.enoughFor(minutes, rate);
  if (spent === 0) return text;
  const isTooLow = cents < spent + overageRate;
  const soFar = isTooLow ? SPENDING_LIMIT.tooLow : SPENDING_LIMIT.spentSoFar;
  return `${text} ${soFar(formatCost(spent / 100))}`;
}

function dollarsOf(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** Null if the text is not an amount, or more than the highest limit. */
function centsOf(typed: string): number | null {
  const digits = typed.trim().replace(/^\$/, "");
  if (!/^\d{1,6}([.,]\d{1,2})?$/.test(digits)) return null;
  const dollars = Number(digits.replace(",", "."));
  return dollars <= MAX_DOLLARS ? Math.round(dollars * 100) : null;
}
