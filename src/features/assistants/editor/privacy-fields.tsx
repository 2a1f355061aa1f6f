import { CALLS_KEPT_DAYS } from "../../../../convex/catalog/limits";
import { CheckField } from "../../../components/check-field";
import { Field } from "../../../components/field";
import type { AssistantValues, CallPrivacy } from "./assistant-values";
import { NoticeFields } from "./consent-notice-fields";

type PrivacyFieldsProps = {
  values: AssistantValues;
  saved: CallPrivacy;
  onChange: (changed: Partial<CallPrivacy>) => void;
};

export function PrivacyFields({ values, saved, onChange }: PrivacyFieldsProps) {
  const { recordsCalls, callsKeptDays } = values;
  return (
    <div className="grid gap-5">
      <CheckField
        label="Record calls"
        hint="Without recordings there is still a transcript and a summary. Calls that were recorded before keep their recordings."
        checked={recordsCalls}
        onChange={(checked) => onChange({ recordsCalls: checked })}
      />
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
      <NoticeFields values={values} onChange={onChange} />
    </div>
  );
}

function daysOf(text: string): CallPrivacy["callsKeptDays"] {
  return CALLS_KEPT_DAYS.find((days) => String(days) === text) ?? null;
}
