import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { Button } from "../../components/button";
import { focusMain } from "../../components/skip-link";
import { reasonOf } from "../../lib/error-reason";
import { toast } from "../../lib/toast";
import { useOneAtATime } from "../../lib/use-one-at-a-time";
import { ENDPOINT } from "./texts";

type EndpointActionsProps = {
  /** An owner's own server, or a messenger. */
  endpoint: { id: Id<"webhookEndpoints">; isOn: boolean; name: string };
  onEdit: () => void;
  onTested: () => void;
};

export function EndpointActions({ endpoint, onEdit, onTested }: EndpointActionsProps) {
  const { id: endpointId, name, isOn } = endpoint;
  const change = useMutation(api.webhooks.changeEndpoint);
  const remove = useMutation(api.webhooks.removeEndpoint);
  const test = useMutation(api.webhooks.sendTest);
  const { isBusy, run } = useOneAtATime();
  const switchText = isOn ? ENDPOINT.switchOff : ENDPOINT.switchOn;

  function press(failed: string, task: () => Promise<unknown>) {
    run(async () => {
      try {
        await task();
      } catch (error) {
        toast.error(`${failed} ${reasonOf(error)}`);
      }
    });
  }

  return (
    <>
      {isOn && (
        <Button
          disabled={isBusy}
          aria-label={ENDPOINT.sendTestLabel(name)}
          onClick={() =>
            press(ENDPOINT.sendTestFailed, async () => {
              await test({ endpointId });
              onTested();
            })
          }
        >
          {ENDPOINT.sendTest}
        </Button>
      )}
      <Button
        disabled={isBusy}
        aria-label={ENDPOINT.switchLabel(switchText, name)}
        onClick={() => press(ENDPOINT.changeFailed, () => change({ endpointId, isOn: !isOn }))}
      >
        {switchText}
      </Button>
      <Button aria-label={ENDPOINT.editLabel(name)} onClick={onEdit}>
        {ENDPOINT.edit}
      </Button>
      <Button
        variant="quiet"
        disabled={isBusy}
        aria-label={ENDPOINT.deleteLabel(name)}
        onClick={() => {
          if (!confirm(ENDPOINT.confirmDelete(name))) return;
          press(ENDPOINT.deleteFailed, async () => {
            await remove({ endpointId });
            focusMain();
          });
        }}
      >
        {ENDPOINT.delete}
      </Button>
    </>
  );
}
