import { Field } from "../../components/field";

type DayFieldProps = {
  label: string;
  day: string | null;
  min?: string | null;
  max?: string | null;
  onChange: (day: string | null) => void;
};

/** A day in the format of date inputs; null if none is chosen. */
export function DayField({ label, day, min, max, onChange }: DayFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          min={min ?? undefined}
          max={max ?? undefined}
          value={day ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
        />
      )}
    </Field>
  );
}
