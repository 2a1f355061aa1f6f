import { useAction } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../convex/_generated/api";
import {
  API_KEY_REFUSALS,
  API_SCOPES,
  MAX_KEY_NAME_LENGTH,
  type ApiScope,
} from "../../../convex/shared/apiKeys";
import { Button } from "../../components/button";
import { CheckField } from "../../components/check-field";
import { Dialog } from "../../components/dialog";
import { Field } from "../../components/field";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { CreatedKey } from "./created-key";
import { NEW_KEY, SCOPES } from "./texts";

type Created = { secret: string; scopes: ApiScope[] };

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<Created | null>(null);
  return created === null ? (
    <Dialog title={NEW_KEY.title} onClose={onClose}>
      <KeyForm onCreated={setCreated} onClose={onClose} />
    </Dialog>
  ) : (
    <Dialog key="created" title={NEW_KEY.createdTitle} onClose={onClose}>
      <CreatedKey {...created} onClose={onClose} />
    </Dialog>
  );
}

type KeyFormProps = { onCreated: (created: Created) => void; onClose: () => void };

function KeyForm({ onCreated, onClose }: KeyFormProps) {
  const createKey = useAction(api.apiKeys.createKey);
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<ApiScope[]>([...API_SCOPES]);
  const { isBusy, run } = useOneAtATime();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (scopes.length === 0) {
      toast.error(API_KEY_REFUSALS.scopes);
      return;
    }
    run(async () => {
      try {
        onCreated({ secret: await createKey({ name, scopes }), scopes });
      } catch (error) {
        toast.error(`${NEW_KEY.createFailed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <form className="mt-4 grid gap-5" onSubmit={submit}>
      <Field label={NEW_KEY.name} hint={NEW_KEY.nameHint}>
        {(control) => (
          <input
            {...control}
            required
            pattern=".*\S.*"
            maxLength={MAX_KEY_NAME_LENGTH}
            autoComplete="off"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
            }}
          />
        )}
      </Field>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-medium">{NEW_KEY.scopes}</legend>
        {API_SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={SCOPES[scope].label}
            hint={SCOPES[scope].hint}
            checked={scopes.includes(scope)}
            onChange={(isChosen) => {
              const others = scopes.filter((other) => other !== scope);
              setScopes(isChosen ? [...others, scope] : others);
            }}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{NEW_KEY.cancel}</Button>
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? NEW_KEY.creating : NEW_KEY.create}
        </Button>
      </div>
    </form>
  );
}
