import { useMutation } from "convex/react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { SECRETS_OVERLAP_HOURS } from "../../../convex/shared/limits";
import { WEBHOOK_EVENTS } from "../../../convex/shared/webhooks";
import { Button } from "../../components/button";
import { Dialog } from "../../components/dialog";
import { Field } from "../../components/field";
import { Refusal } from "../../components/refusal";
import { reasonOf } from "../../lib/error-reason";
import { formatDateTime } from "../../lib/formats";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import type { Endpoint } from "./endpoint-row";
import { EventChoices } from "./event-choices";
import { ENDPOINT_DIALOG } from "./texts";

type EndpointDialogProps = {
  /** Null: a new endpoint. */
  endpoint: Endpoint | null;
  onSecret: (secret: string) => void;
  onClose: () => void;
};

export function EndpointDialog({ endpoint, onSecret, onClose }: EndpointDialogProps) {
  const add = useMutation(api.webhooks.addEndpoint);
  const change = useMutation(api.webhooks.changeEndpoint);
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [events, setEvents] = useState<readonly string[]>(endpoint?.events ?? WEBHOOK_EVENTS);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isBusy, run } = useOneAtATime();

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = { url, events: WEBHOOK_EVENTS.filter((one) => events.includes(one)) };
    run(async () => {
      try {
        if (endpoint === null) onSecret((await add(chosen)).secret);
        else await change({ endpointId: endpoint.id, ...chosen });
        onClose();
      } catch (error) {
        setRefusal(reasonOf(error));
      }
    });
  }

  return (
    <Dialog
      title={endpoint === null ? ENDPOINT_DIALOG.addTitle : ENDPOINT_DIALOG.editTitle}
      onClose={onClose}
    >
      <form className="mt-4 grid gap-4" onSubmit={submit}>
        <Field label={ENDPOINT_DIALOG.url} hint={ENDPOINT_DIALOG.urlHint}>
          {(control) => (
            <input
              {...control}
              type="url"
              required
              placeholder={ENDPOINT_DIALOG.urlPlaceholder}
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        <EventChoices legend={ENDPOINT_DIALOG.events} chosen={events} onChange={setEvents} />
        {refusal !== null && <Refusal>{refusal}</Refusal>}
        {endpoint !== null && (
          <NewSecret endpoint={endpoint} onSecret={onSecret} onClose={onClose} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{ENDPOINT_DIALOG.cancel}</Button>
          <Button type="submit" variant="primary" disabled={isBusy}>
            {isBusy
              ? ENDPOINT_DIALOG.saving
              : endpoint === null
                ? ENDPOINT_DIALOG.add
                : ENDPOINT_DIALOG.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type NewSecretProps = { endpoint: Endpoint } & Pick<EndpointDialogProps, "onSecret" | "onClose">;

function NewSecret({ endpoint: { id, rotatedAtMs }, onSecret, onClose }: NewSecretProps) {
  const rotate = useMutation(api.webhooks.rotateSecret);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isBusy, run } = useOneAtATime();

  function renew() {
    run(async () => {
      try {
        onSecret(await rotate({ endpointId: id }));
        onClose();
      } catch (error) {
        setRefusal(reasonOf(error));
      }
    });
  }

  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <p className="text-small text-muted">
        {rotatedAtMs !== null && `${ENDPOINT_DIALOG.renewed(formatDateTime(rotatedAtMs))} `}
        {ENDPOINT_DIALOG.overlap(SECRETS_OVERLAP_HOURS)}
      </p>
      <Button className="justify-self-start" disabled={isBusy} onClick={renew}>
        {isBusy ? ENDPOINT_DIALOG.creatingSecret : ENDPOINT_DIALOG.newSecret}
      </Button>
      {refusal !== null && (
        <p role="alert" className="text-small text-bad">
          {refusal}
        </p>
      )}
    </div>
  );
}
