import { useState } from "react";
import { Link } from "react-router-dom";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { TestFrame } from "../../../components/test-frame";
import { TEXT_LINK_CLASS } from "../../../components/text-link-class";
import { assistantTypedPathFor } from "../../../lib/routes";
import type { Phase, Unsaved } from "../../../lib/widget-protocol";
import { Lookups } from "./lookups";
import { TRY_IT } from "./texts";
import { useNewestTestCall } from "./use-newest-test-call";

type TryTypingProps = {
  assistant: Doc<"assistants">;
  unsaved: Unsaved;
  /** Whether the owner lets visitors only talk. */
  isOffForVisitors: boolean;
};

/** The page on which visitors type, with what the conversation looked up. */
export function TryTyping({ assistant, unsaved, isOffForVisitors }: TryTypingProps) {
  const [phase, setPhase] = useState<Phase>("idle");
  const conversation = useNewestTestCall(assistant._id, "text");
  return (
    <>
      {isOffForVisitors && <p className="text-small text-muted">{TRY_IT.typingIsOff}</p>}
      <TestFrame
        page="typing"
        assistant={assistant}
        className="-mx-4 h-[min(26rem,48dvh)] w-[calc(100%+2rem)] border-y border-line"
        unsaved={unsaved}
        onPhase={setPhase}
      />
      {phase !== "idle" && conversation != null && (
        <div className="grid gap-2">
          <Lookups lookups={conversation.lookups} />
          <Link to={assistantTypedPathFor(assistant._id)} className={TEXT_LINK_CLASS}>
            {TRY_IT.conversations}
          </Link>
        </div>
      )}
    </>
  );
}
