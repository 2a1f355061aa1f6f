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
  const isTyped = call.channel === "text";
  const textOf = isTyped ? DELETION.typedText : DELETION.oneText;
  return (
    <ConfirmedDeletion
      label={isTyped ? DELETION.typed : DELETION.one}
      title={isTyped ? DELETION.typedTitle : DELETION.oneTitle}
      done={isTyped ? DELETION.typedDone : DELETION.oneDone}
      failed={isTyped ? DELETION.typedFailed : DELETION.oneFailed}
      deleteIt={() => deleteCall({ callId: call.id })}
      onDeleted={onDeleted}
    >
      {textOf(assistantNameOf(call), formatDateTime(call.createdAt))}
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
