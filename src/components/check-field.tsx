import { useId } from "react";

type CheckFieldProps = {
  name?: string;
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A checkbox with a label and a hint. */
export function CheckField({ name, label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
      <input
        id={id}
        type="checkbox"
        name={name}
        className="size-5 shrink-0 accent-accent"
        checked={checked}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id} className="min-h-6 font-medium">
        {label}
      </label>
      <p id={`${id}-hint`} className="col-start-2 text-small text-faint">
        {hint}
      </p>
    </div>
  );
}
