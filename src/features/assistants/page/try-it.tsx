import { X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { TestFrame } from "../../../components/test-frame";
import type { Phase, TranscriptPart, Unsaved } from "../../../lib/widget-protocol";
import { voiceServiceSettings } from "../settings";
import { TRY_IT } from "./texts";
import { TriedCall } from "./tried-call";
import { TryItMinutes } from "./try-it-minutes";
import { isNewer, useNewestTestCall } from "./use-newest-test-call";
import type { SectionDraft } from "./use-section-draft";

type TryItProps = { assistant: Doc<"assistants">; draft: SectionDraft };

/** The assistant as visitors meet it, with the unsaved changes of the open section. */
export function TryIt({ assistant, draft }: TryItProps) {
  const [isOpenOnPhone, setIsOpenOnPhone] = useState(false);
  const [phase, setPhase] = useState<Phase>("idle");
  const [message, setMessage] = useState<string | null>(null);
  const [lines, setLines] = useState<TranscriptPart[]>([]);
  const newestCall = useNewestTestCall(assistant._id);
  /** The newest test call when the button was last pressed. Undefined if it is not known. */
  const [callBefore, setCallBefore] = useState<typeof newestCall>();
  const opener = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (!isOpenOnPhone) return undefined;
    heading.current?.focus();
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") setIsOpenOnPhone(false);
    };
    const button = opener.current;
    window.addEventListener("keydown", closeByKey);
    return () => {
      window.removeEventListener("keydown", closeByKey);
      button?.focus();
    };
  }, [isOpenOnPhone]);

  function changePhase(next: Phase) {
    if (phase === "idle" && next !== "idle") {
      setLines([]);
      setCallBefore(newestCall);
    }
    setPhase(next);
  }

  // A press that was refused made no call.
  const isTried = newestCall && callBefore !== undefined && isNewer(newestCall, callBefore);
  const triedCall = isTried ? newestCall : null;

  return (
    <>
      <Button
        ref={opener}
        className="absolute top-0 right-0 lg:hidden"
        aria-expanded={isOpenOnPhone}
        onClick={() => setIsOpenOnPhone(true)}
      >
        {TRY_IT.title}
      </Button>
      <section
        aria-labelledby={titleId}
        className={`grid gap-4 rounded-card border border-line bg-surface p-4 shadow-soft max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[85dvh] max-lg:overflow-y-auto max-lg:rounded-b-none max-lg:bg-raised lg:sticky lg:top-20 ${isOpenOnPhone ? "" : "max-lg:hidden"}`}
      >
        <div className="flex items-start justify-between gap-3">
          <h2
            id={titleId}
            ref={heading}
            tabIndex={-1}
            className="text-lead font-semibold outline-none"
          >
            {TRY_IT.title}
          </h2>
          <Button
            variant="quiet"
            size="icon"
            className="-m-2 lg:hidden"
            aria-label={TRY_IT.close}
            onClick={() => setIsOpenOnPhone(false)}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        </div>
        <p className="text-small text-muted">
          {TRY_IT.intro} {draft.hasChanges && TRY_IT.unsaved}{" "}
          {draft.values.knowledge.kind === "chosen" && TRY_IT.unsavedFile}
        </p>
        <div className="flex items-center gap-3 rounded-control border border-line bg-canvas p-2">
          <TestFrame
            assistant={assistant}
            unsaved={unsavedOf(draft)}
            onPhase={changePhase}
            onMessage={setMessage}
            onTranscript={(part) => setLines((before) => withPart(before, part))}
          />
          <p role="status" className="min-w-0 text-small wrap-anywhere text-muted">
            {message ?? TRY_IT.hints[phase]}
          </p>
        </div>
        <TryItMinutes />
        <Transcript name={assistant.name} lines={lines} />
        {phase === "idle" && triedCall !== null && (
          <TriedCall assistantId={assistant._id} call={triedCall} />
        )}
      </section>
    </>
  );
}

function unsavedOf({ values, hasChanges }: SectionDraft): Unsaved {
  const { widgetColor, widgetIcon, widgetSize, recordsCalls } = values;
  return {
    look: { widgetColor, widgetIcon, widgetSize },
    settings: hasChanges ? { ...voiceServiceSettings(values), recordsCalls } : null,
  };
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
