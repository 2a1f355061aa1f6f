import type { LeftMessageField } from "../../../convex/shared/leftMessage";

type FormFieldProps = {
  field: LeftMessageField;
  isLong: boolean;
  id: string;
  label: string;
  value: string;
  /** Null if there is none. */
  problem: string | null;
  onInput: (value: string) => void;
};

/** A labelled field of the form for messages, with its error. */
export function FormField({ field, isLong, id, label, value, problem, onInput }: FormFieldProps) {
  const shared = {
    ...{ id, name: field, value, dir: "auto" },
    "aria-required": field !== "name",
    "aria-invalid": problem !== null,
    "aria-describedby": problem === null ? undefined : `${id}-problem`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onInput(currentTarget.value),
  };
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea {...shared} rows={3} />
      ) : (
        <input {...shared} autoComplete={field === "name" ? "name" : "email"} />
      )}
      {problem !== null && (
        <p id={`${id}-problem`} className="problem">
          {problem}
        </p>
      )}
    </div>
  );
}
