import { Field } from "../../../../components/field";

type TimeZoneFieldProps = { value: string; onChange: (timeZone: string) => void };

export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const zones = Intl.supportedValuesOf("timeZone");
  return (
    <Field label="Time zone" hint="Of the opening hours, and of the day whose minutes are counted.">
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
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
