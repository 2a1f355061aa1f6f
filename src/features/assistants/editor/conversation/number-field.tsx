import { Field } from "../../../../components/field";

type NumberFieldProps = {
  label: string;
  hint?: string;
  least: number;
  most: number;
  /** The error for any other number. */
  says: string;
  isRequired?: boolean;
  /** Why this number does not go together with another field; "" if it does. */
  problem?: string;
  /** NaN while a required number has not been typed. */
  value: number | null;
  onChange: (value: number | null) => void;
};

export function NumberField(props: NumberFieldProps) {
  const { label, hint, least, most, says, isRequired = false, problem = "" } = props;
  const { value, onChange } = props;
  const isShown = value !== null && !Number.isNaN(value);
  const isRight = isShown ? Number.isInteger(value) && value >= least && value <= most : true;
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          ref={(input) => input?.setCustomValidity(isRight ? problem : says)}
          name="talk"
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          step={1}
          required={isRequired}
          value={isShown ? value : ""}
          onChange={({ target }) => onChange(target.value === "" ? null : target.valueAsNumber)}
        />
      )}
    </Field>
  );
}
