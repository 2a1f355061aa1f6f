import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { formatDateTime } from "../../lib/formats";
import { assistantNameOf, type ShownCall } from "../../lib/shown-calls";
import { ConfirmedDeletion } from "./confirmed-deletion";

const WHAT_GOES =
  "Transcript, summary and recording are deleted here and at the voice service. The minutes stay counted. This cannot be undone.";

export function DeleteCall({ call, onDeleted }: { call: ShownCall; onDeleted: () => void }) {
  const deleteCall = useMutation(api.calls.deleteCall);
  if (call.status !== "ended") return null;
  return (
    <ConfirmedDeletion
      label="Delete call"
      title="Delete this call?"
      done="The call was deleted."
      failed="Failed to delete the call."
      deleteIt={() => deleteCall({ callId: call.id })}
      onDeleted={onDeleted}
    >
      {`The call with ${assistantNameOf(call)} of ${formatDateTime(call.createdAt)}. ${WHAT_GOES}`}
    </ConfirmedDeletion>
  );
}

type DeleteCallsProps = {
  /** Null: of all of them. */
  assistant: { _id: Id<"assistants">; name: string } | null;
  onDeleted: () => void;
};

export function DeleteCalls({ assistant, onDeleted }: DeleteCallsProps) {
  const deleteCalls = useMutation(api.calls.deleteCalls);
  const whose = assistant === null ? "of all your assistants" : `with ${assistant.name}`;
  return (
    <ConfirmedDeletion
      label="Delete all calls"
      title="Delete all calls?"
      done="The calls are being deleted."
      failed="Failed to delete the calls."
      deleteIt={() => deleteCalls({ assistantId: assistant?._id ?? null })}
      onDeleted={onDeleted}
    >
      {`Every call ${whose} up to now, but for those that are still going on. ${WHAT_GOES}`}
    </ConfirmedDeletion>
  );
}
