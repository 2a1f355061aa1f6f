import type { ReactNode } from "react";

type Choice = { value: string; name: string; face: ReactNode };

type ChoiceGroupProps = {
  label: string;
  name: string;
  defaultValue: string;
  choices: readonly Choice[];
};

/** Native radio buttons behind faces: arrow keys and screen readers work as for any radio. */
export function ChoiceGroup({ label, name, defaultValue, choices }: ChoiceGroupProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            title={choice.name}
            className="flex h-10 min-w-10 cursor-pointer items-center justify-center rounded-control border border-line px-1.5 text-muted transition-colors hover:border-field-line has-checked:border-accent-ink has-checked:bg-accent-soft has-checked:text-accent-ink has-checked:ring-1 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink pointer-coarse:h-11 pointer-coarse:min-w-11"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={choice.value}
              aria-label={choice.name}
              defaultChecked={choice.value === defaultValue}
            />
            <span aria-hidden>{choice.face}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
