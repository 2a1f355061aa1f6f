import type { Id } from "../../../convex/_generated/dataModel";
import { AddAnswer } from "./add-answer";
import { ANSWERS } from "./texts";

type CorrectionProps = {
  assistantId: Id<"assistants">;
  /** The assistant's line. */
  said: string;
  /** The visitor's words before it. */
  asked: string;
  onOpen: () => void;
};

/** With a mouse, it shows at the line under the pointer. */
const QUIET =
  "align-baseline text-small font-normal transition-opacity pointer-fine:not-aria-expanded:not-focus-visible:not-group-hover:opacity-0";

/** A line of the assistant can be answered better. A greeting answers nothing. */
export function Correction({ assistantId, said, asked, onOpen }: CorrectionProps) {
  if (asked === "") return null;
  return (
    <>
      {" "}
      <AddAnswer
        assistantId={assistantId}
        question={asked}
        text={ANSWERS.wrong}
        label={ANSWERS.wrongLabel(said)}
        className={QUIET}
        onOpen={onOpen}
      />
    </>
  );
}
