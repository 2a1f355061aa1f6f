import type { ReactNode } from "react";

type Choice<Value extends string> = { value: Value; name: string; face: ReactNode };

type ChoiceGroupProps<Value extends string> = {
  label: string;
  name: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
};

/** Native radio buttons with a picture each, so that arrow keys and screen readers work as usual. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { label, name, value, choices, onChange } = props;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            title={choice.name}
            className="relative flex h-10 min-w-10 cursor-pointer items-center justify-center rounded-control border border-line px-1.5 text-muted transition-colors hover:border-field-line has-checked:border-accent-ink has-checked:bg-accent-soft has-checked:text-accent-ink has-checked:ring-1 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink pointer-coarse:h-11 pointer-coarse:min-w-11"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={choice.value}
              aria-label={choice.name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span aria-hidden>{choice.face}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
