import { useId } from "react";
import {
  ACTION_LENGTHS,
  MAX_PARAMETERS,
  PARAMETER_TYPES,
  type ParameterType,
} from "../../../../convex/shared/actions";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import { InputField } from "../../../components/input-field";
import { type DraftParameter, newParameter, withoutRow, withRow } from "./action-draft";
import { PARAMETERS } from "./texts";

type ParameterFieldsProps = {
  parameters: DraftParameter[];
  onChange: (parameters: DraftParameter[]) => void;
};

/** What the assistant has to find out. */
export function ParameterFields({ parameters, onChange }: ParameterFieldsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">{PARAMETERS.title}</legend>
      <p className="text-small text-faint">{PARAMETERS.intro}</p>
      {parameters.map((parameter, index) => (
        <ParameterRow
          key={parameter.key}
          number={index + 1}
          parameter={parameter}
          onChange={(changed) => onChange(withRow(parameters, changed))}
          onRemove={() => onChange(withoutRow(parameters, parameter.key))}
        />
      ))}
      <Button
        className="justify-self-start"
        disabled={parameters.length >= MAX_PARAMETERS}
        onClick={() => onChange([...parameters, newParameter()])}
      >
        {PARAMETERS.add}
      </Button>
    </fieldset>
  );
}

type ParameterRowProps = {
  number: number;
  parameter: DraftParameter;
  onChange: (parameter: DraftParameter) => void;
  onRemove: () => void;
};

function ParameterRow({ number, parameter, onChange, onRemove }: ParameterRowProps) {
  const requiredId = useId();
  const change = (changed: Partial<DraftParameter>) => onChange({ ...parameter, ...changed });
  return (
    <div
      role="group"
      aria-label={PARAMETERS.group(number)}
      className="grid gap-3 rounded-control border border-line p-3"
    >
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <InputField
          label={PARAMETERS.name}
          value={parameter.name}
          onChange={(name) => change({ name })}
          maxLength={ACTION_LENGTHS.parameterName}
          required
          autoCapitalize="off"
          spellCheck={false}
        />
        <Field label={PARAMETERS.type}>
          {(control) => (
            <select
              {...control}
              value={parameter.type}
              onChange={({ target }) => change({ type: target.value as ParameterType })}
            >
              {PARAMETER_TYPES.map((type) => (
                <option key={type} value={type}>
                  {PARAMETERS.types[type]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <InputField
        label={PARAMETERS.description}
        value={parameter.description}
        onChange={(description) => change({ description })}
        placeholder={PARAMETERS.descriptionExample}
        maxLength={ACTION_LENGTHS.parameterDescription}
        required
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label htmlFor={requiredId} className="flex min-h-6 items-center gap-3">
          <input
            id={requiredId}
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            checked={parameter.isRequired}
            onChange={({ target }) => change({ isRequired: target.checked })}
          />
          {PARAMETERS.required}
        </label>
        <Button variant="quiet" aria-label={PARAMETERS.removeLabel(number)} onClick={onRemove}>
          {PARAMETERS.remove}
        </Button>
      </div>
    </div>
  );
}
