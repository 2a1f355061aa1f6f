import { useEffect, useRef, useState } from "react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { TestFrame } from "../../../components/test-frame";
import type { Phase, TranscriptPart, Unsaved } from "../../../lib/widget-protocol";
import { TRY_IT } from "./texts";
import { TriedCall } from "./tried-call";
import { isNewer, useNewestTestCall } from "./use-newest-test-call";

type TryTalkingProps = {
  assistant: Doc<"assistants">;
  unsaved: Unsaved;
  phase: Phase;
  onPhase: (phase: Phase) => void;
};

/** The talk button, with what is said in a test call and what it used. */
export function TryTalking(props: TryTalkingProps) {
  const { assistant, unsaved, phase, onPhase } = props;
  const [message, setMessage] = useState<string | null>(null);
  const [lines, setLines] = useState<TranscriptPart[]>([]);
  const newestCall = useNewestTestCall(assistant._id);
  /** The newest test call when the button was last pressed. Undefined if it is not known. */
  const [callBefore, setCallBefore] = useState<typeof newestCall>();

  function changePhase(next: Phase) {
    if (phase === "idle" && next !== "idle") {
      setLines([]);
      setCallBefore(newestCall);
    }
    onPhase(next);
  }

  // A press that was refused made no call.
  const isTried = newestCall && callBefore !== undefined && isNewer(newestCall, callBefore);
  const triedCall = isTried ? newestCall : null;

  return (
    <>
      <div className="flex items-center gap-3 rounded-control border border-line bg-canvas p-2">
        <TestFrame
          assistant={assistant}
          unsaved={unsaved}
          onPhase={changePhase}
          onMessage={setMessage}
          onTranscript={(part) => setLines((before) => withPart(before, part))}
        />
        <p role="status" className="min-w-0 text-small wrap-anywhere text-muted">
          {message ?? TRY_IT.hints[phase]}
        </p>
      </div>
      <Transcript name={assistant.name} lines={lines} />
      {phase === "idle" && triedCall !== null && (
        <TriedCall assistantId={assistant._id} call={triedCall} />
      )}
    </>
  );
}

/** The next part of the same speaker replaces a part that is not final. */
function withPart(lines: TranscriptPart[], part: TranscriptPart): TranscriptPart[] {
  const last = lines.at(-1);
  const isContinued = last !== undefined && !last.isFinal && last.role === part.role;
  return [...(isContinued ? lines.slice(0, -1) : lines), part];
}

function Transcript({ name, lines }: { name: string; lines: TranscriptPart[] }) {
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, [lines]);
  return (
    <div className="grid gap-2">
      <h3 className="text-small text-muted">{TRY_IT.transcript}</h3>
      {lines.length === 0 && <p className="text-small text-faint">{TRY_IT.empty}</p>}
      <div
        role="log"
        aria-label={TRY_IT.transcript}
        className="grid max-h-72 gap-2 overflow-y-auto"
      >
        {lines.map(({ role, text }, index) => (
          <p key={index} ref={index === lines.length - 1 ? end : undefined} className="grid">
            <span className="text-small text-faint">{role === "user" ? TRY_IT.you : name}</span>
            <span className="wrap-anywhere">{text}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
