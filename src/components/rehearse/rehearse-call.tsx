import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { CallDetails } from "../../lib/shown-calls";
import { Button } from "../button";
import { REHEARSE } from "./texts";
import { useRehearse } from "./use-rehearse";

/** Makes a rehearsal of a conversation in which the visitor said something. */
export function RehearseCall({ details }: { details: CallDetails }) {
  const { assistant, messages, status, id } = details;
  const hasWords = messages.some(({ role }) => role === "user");
  if (assistant === null || status !== "ended" || !hasWords) return null;
  return <RehearseButton assistantId={assistant.id} callId={id} />;
}

type RehearseButtonProps = { assistantId: Id<"assistants">; callId: Id<"calls"> };

function RehearseButton({ assistantId, callId }: RehearseButtonProps) {
  const addFromCall = useMutation(api.rehearsals.addFromCall);
  const { isBusy, rehearse } = useRehearse(assistantId, () => addFromCall({ callId }));
  return (
    <Button className="justify-self-start" disabled={isBusy} onClick={rehearse}>
      {isBusy ? REHEARSE.adding : REHEARSE.call}
    </Button>
  );
}
