import { Field } from "../../../../components/field";

import { CONVERSATION_LABELS } from "../../texts";
import { HINTS } from "./texts";

type TimeZoneFieldProps = { value: string; onChange: (timeZone: string) => void };

export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const zones = Intl.supportedValuesOf("timeZone");
  return (
    <Field label={CONVERSATION_LABELS.timeZone} hint={HINTS.timeZone}>
      {(control) => (
        <select
          {...control}
          name="talk"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {!zones.includes(value) && <option value={value}>{value}</option>}
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
