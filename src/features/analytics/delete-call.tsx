import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { formatDateTime } from "../../lib/formats";
import { assistantNameOf, type ShownCall } from "../../lib/shown-calls";
import { ConfirmedDeletion } from "./confirmed-deletion";
import { DELETION } from "./texts";

export function DeleteCall({ call, onDeleted }: { call: ShownCall; onDeleted: () => void }) {
  const deleteCall = useMutation(api.calls.deleteCall);
  if (call.status !== "ended") return null;
  return (
    <ConfirmedDeletion
      label={DELETION.one}
      title={DELETION.oneTitle}
      done={DELETION.oneDone}
      failed={DELETION.oneFailed}
      deleteIt={() => deleteCall({ callId: call.id })}
      onDeleted={onDeleted}
    >
      {DELETION.oneText(assistantNameOf(call), formatDateTime(call.createdAt))}
    </ConfirmedDeletion>
  );
}

type DeleteCallsProps = {
  /** Null for all assistants. */
  assistant: { _id: Id<"assistants">; name: string } | null;
  onDeleted: () => void;
};

export function DeleteCalls({ assistant, onDeleted }: DeleteCallsProps) {
  const deleteCalls = useMutation(api.calls.deleteCalls);
  return (
    <ConfirmedDeletion
      label={DELETION.all}
      title={DELETION.allTitle}
      done={DELETION.allDone}
      failed={DELETION.allFailed}
      deleteIt={() => deleteCalls({ assistantId: assistant?._id ?? null })}
      onDeleted={onDeleted}
    >
      {DELETION.allText(assistant?.name ?? null)}
    </ConfirmedDeletion>
  );
}
