import { useAction } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import { ACTION_LENGTHS } from "../../../../convex/shared/actions";
import { Button } from "../../../components/button";
import { Field } from "../../../components/field";
import { InputField } from "../../../components/input-field";
import { reasonOf } from "../../../lib/error-reason";
import { toast } from "../../../lib/toast";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import type { ListedAction } from "./action-row";
import { RunDetails, type ShownRun } from "./run-details";
import { TRY } from "./texts";

type Parameter = ListedAction["work"]["parameters"][number];

/** Sends the action's request with values that the owner types, and shows the answer. */
export function TryAction({ action: { _id: actionId, work } }: { action: ListedAction }) {
  const test = useAction(api.actions.test);
  const [values, setValues] = useState<Record<string, string>>({});
  const [result, setResult] = useState<ShownRun | null>(null);
  const { isBusy, run } = useOneAtATime();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    run(async () => {
      setResult(null);
      try {
        setResult(await test({ actionId, values: JSON.stringify(values) }));
      } catch (error) {
        toast.error(`${TRY.failed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <form className="grid gap-4 rounded-control border border-line p-4" onSubmit={submit}>
      <p className="text-muted">{TRY.intro[work.kind]}</p>
      {work.parameters.map((parameter) => (
        <ValueField
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ""}
          onChange={(value) => setValues({ ...values, [parameter.name]: value })}
        />
      ))}
      <Button type="submit" className="justify-self-start" disabled={isBusy}>
        {isBusy ? TRY.sending : TRY.send[work.kind]}
      </Button>
      <div role="status">
        {result !== null && (
          <section aria-label={TRY.result}>
            <RunDetails run={result} />
          </section>
        )}
      </div>
    </form>
  );
}

type ValueFieldProps = { parameter: Parameter; value: string; onChange: (value: string) => void };

function ValueField({ parameter, value, onChange }: ValueFieldProps) {
  const { name, type, description, isRequired: required } = parameter;
  if (type === "boolean") {
    return (
      <Field label={name} hint={description}>
        {(control) => (
          <select
            {...control}
            value={value}
            required={required}
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">{TRY.unset}</option>
            <option value="true">{TRY.yes}</option>
            <option value="false">{TRY.no}</option>
          </select>
        )}
      </Field>
    );
  }
  return (
    <InputField
      label={name}
      hint={description}
      value={value}
      onChange={onChange}
      required={required}
      maxLength={ACTION_LENGTHS.value}
      {...(type === "number" ? { type: "number", step: "any" } : {})}
    />
  );
}
