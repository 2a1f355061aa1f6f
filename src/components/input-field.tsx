import type { ComponentProps } from "react";
import { Field } from "./field";

type InputFieldProps = Omit<ComponentProps<"input">, "onChange" | "value"> & {
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** A labelled text input whose value the form keeps. */
export function InputField({ label, hint, onChange, ...input }: InputFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input {...control} {...input} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}
