import { Field } from "../../../../components/field";
import { TALK_FIELD } from "./field-name";

type TalkNumberProps = {
  label: string;
  hint?: string;
  least: number;
  most: number;
  /** What is said of another number. */
  says: string;
  isRequired?: boolean;
  objection?: string;
  /** Not a number, where one is required and none is typed yet. */
  value: number | null;
  onChange: (value: number | null) => void;
};

export function TalkNumber(props: TalkNumberProps) {
  const { label, hint, least, most, says, isRequired = false, objection = "" } = props;
  const { value, onChange } = props;
  const isShown = value !== null && !Number.isNaN(value);
  const isRight = isShown ? Number.isInteger(value) && value >= least && value <= most : true;
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          ref={(input) => input?.setCustomValidity(isRight ? objection : says)}
          name={TALK_FIELD}
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
