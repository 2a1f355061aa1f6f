import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { REHEARSAL_LENGTHS, withoutQuotationMarks } from "../../../convex/shared/rehearsals";
import { beginningOf } from "../../../convex/shared/wellFormed";
import { TEXT_LINK_CLASS } from "../text-link-class";
import { REHEARSE } from "./texts";
import { useRehearse } from "./use-rehearse";

type RehearseAnswerProps = { assistantId: Id<"assistants">; question: string; answer: string };

/** Rehearses that the assistant gives the owner's answer from now on. */
export function RehearseAnswer({ assistantId, question, answer }: RehearseAnswerProps) {
  const add = useMutation(api.rehearsals.add);
  const words = withoutQuotationMarks(question);
  const rehearsal = {
    situation: beginningOf(`“${words}”`, REHEARSAL_LENGTHS.situation),
    must: [beginningOf(`says: ${answer}`, REHEARSAL_LENGTHS.expectation)],
    ...{ mustNot: [], isCondition: true },
  };
  const { isBusy, rehearse } = useRehearse(assistantId, () =>
    add({ assistantId, rehearsals: [rehearsal] }),
  );
  return (
    <button
      type="button"
      disabled={isBusy}
      className={`justify-self-start ${TEXT_LINK_CLASS}`}
      onClick={rehearse}
    >
      {isBusy ? REHEARSE.adding : REHEARSE.answer}
    </button>
  );
}
