import { useId, type ReactNode } from "react";

type ControlProps = { id: string; className: string; "aria-describedby": string | undefined };

type FieldProps = {
  label: string;
  hint?: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

const CONTROL_CLASS =
  "w-full rounded-control border border-field-line bg-surface px-3 py-2 text-lead text-ink disabled:opacity-60 sm:text-body min-h-10 pointer-coarse:min-h-11 not-[textarea]:h-11 sm:not-[textarea]:h-10";

/** Connects a label, a native control and an optional hint. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, className: CONTROL_CLASS, "aria-describedby": hintId })}
      {hint !== undefined && (
        <p id={hintId} className="text-small text-faint">
          {hint}
        </p>
      )}
    </div>
  );
}
