import { useId } from "react";
import { CALLS_KEPT_DAYS } from "../../../convex/catalog/limits";
import { Field } from "../../components/field";
import type { CallPrivacy } from "./assistant-values";

type PrivacyFieldsProps = {
  values: CallPrivacy;
  saved: CallPrivacy;
  onChange: (changed: Partial<CallPrivacy>) => void;
};

export function PrivacyFields({ values, saved, onChange }: PrivacyFieldsProps) {
  const { recordsCalls, callsKeptDays } = values;
  const recordsId = useId();
  return (
    <div className="grid gap-5">
      <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5">
        <input
          id={recordsId}
          type="checkbox"
          className="size-5 shrink-0 accent-accent"
          checked={recordsCalls}
          aria-describedby={`${recordsId}-hint`}
          onChange={({ target }) => onChange({ recordsCalls: target.checked })}
        />
        <label htmlFor={recordsId} className="font-medium">
          Record calls
        </label>
        <p id={`${recordsId}-hint`} className="col-start-2 text-small text-faint">
          Without recordings there is still a transcript and a summary. Calls that were recorded
          before keep their recordings.
        </p>
      </div>
      <Field
        label="Keep calls"
        hint="What is older is deleted within an hour, here and at the voice service. Its minutes stay counted."
      >
        {(control) => (
          <select
            {...control}
            value={callsKeptDays ?? ""}
            onChange={({ target }) => onChange({ callsKeptDays: daysOf(target.value) })}
          >
            <option value="">For ever</option>
            {CALLS_KEPT_DAYS.toReversed().map((days) => (
              <option key={days} value={days}>
                {`For ${days} days`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {callsKeptDays !== null && callsKeptDays < (saved.callsKeptDays ?? Infinity) && (
        <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          {`Saving this deletes every call of this assistant that is older than ${callsKeptDays} days.`}
        </p>
      )}
    </div>
  );
}

function daysOf(text: string): CallPrivacy["callsKeptDays"] {
  return CALLS_KEPT_DAYS.find((days) => String(days) === text) ?? null;
}
