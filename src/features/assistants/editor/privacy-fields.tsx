import type { Doc } from "../../../../convex/_generated/dataModel";
import { waitsForReview } from "../../../../convex/shared/drafts";
import { CALLS_KEPT_DAYS } from "../../../../convex/shared/limits";
import { CheckField } from "../../../components/check-field";
import { Field } from "../../../components/field";
import type { AssistantValues, Settings } from "../settings";
import { SETTING_LABELS } from "../texts";
import { ConsentNoticeFields } from "./consent-notice-fields";
import { PRIVACY_TAB } from "./texts";

type PrivacyFieldsProps = {
  values: AssistantValues;
  /** The assistant as it is live. */
  live: Doc<"assistants">;
  onChange: (changed: Partial<AssistantValues>) => void;
};

export function PrivacyFields({ values, live, onChange }: PrivacyFieldsProps) {
  const { recordsCalls, callsKeptDays } = values;
  return (
    <div className="grid gap-5">
      <CheckField
        name="recordsCalls"
        label={SETTING_LABELS.recordsCalls}
        hint={PRIVACY_TAB.recordsCallsHint}
        checked={recordsCalls}
        onChange={(checked) => onChange({ recordsCalls: checked })}
      />
      <Field label={SETTING_LABELS.callsKeptDays} hint={PRIVACY_TAB.callsKeptDaysHint}>
        {(control) => (
          <select
            {...control}
            name="callsKeptDays"
            value={callsKeptDays ?? ""}
            onChange={({ target }) => onChange({ callsKeptDays: daysOf(target.value) })}
          >
            <option value="">{PRIVACY_TAB.forever}</option>
            {CALLS_KEPT_DAYS.toReversed().map((days) => (
              <option key={days} value={days}>
                {PRIVACY_TAB.days(days)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {callsKeptDays !== null && callsKeptDays < (live.callsKeptDays ?? Infinity) && (
        <p role="status" className="rounded-control bg-warn-soft px-3 py-2 text-warn">
          {PRIVACY_TAB.deletes(waitsForReview(live), callsKeptDays)}
        </p>
      )}
      <ConsentNoticeFields values={values} onChange={onChange} />
    </div>
  );
}

function daysOf(text: string): Settings["callsKeptDays"] {
  return CALLS_KEPT_DAYS.find((days) => String(days) === text) ?? null;
}
