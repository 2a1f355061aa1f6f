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
import { MadeKey } from "./made-key";
import { SCOPE_WORDS } from "./scope-words";

type Made = { secret: string; scopes: ApiScope[] };

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  return made === null ? (
    <Dialog title="New API key" onClose={onClose}>
      <KeyForm onMade={setMade} onClose={onClose} />
    </Dialog>
  ) : (
    <Dialog key="made" title="Your new key" onClose={onClose}>
      <MadeKey {...made} onClose={onClose} />
    </Dialog>
  );
}

function KeyForm({ onMade, onClose }: { onMade: (made: Made) => void; onClose: () => void }) {
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
        onMade({ secret: await createKey({ name, scopes }), scopes });
      } catch (error) {
        toast.error(`Failed to make the key. ${reasonOf(error)}`);
      }
    });
  }

  return (
    <form className="mt-4 grid gap-5" onSubmit={submit}>
      <Field label="Name" hint="What it is for, so that you know later which one to revoke.">
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
        <legend className="mb-3 font-medium">What it may read</legend>
        {API_SCOPES.map((scope) => (
          <CheckField
            key={scope}
            label={SCOPE_WORDS[scope].label}
            hint={SCOPE_WORDS[scope].hint}
            checked={scopes.includes(scope)}
            onChange={(isChosen) => {
              const others = scopes.filter((other) => other !== scope);
              setScopes(isChosen ? [...others, scope] : others);
            }}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? "Making..." : "Make key"}
        </Button>
      </div>
    </form>
  );
}
