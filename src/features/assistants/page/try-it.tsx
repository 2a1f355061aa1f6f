import { inertOthers } from "aria-hidden";
import { Keyboard, Mic, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { typedGreeting } from "../../../../convex/shared/greeting";
import { Button } from "../../../components/button";
import { useTheme } from "../../../lib/theme";
import type { Phase, Unsaved } from "../../../lib/widget-protocol";
import { areSame, valuesOf, voiceServiceSettings } from "../settings";
import { TRY_IT } from "./texts";
import { TryItMinutes } from "./try-it-minutes";
import { TryTalking } from "./try-talking";
import { TryTyping } from "./try-typing";
import type { SectionDraft } from "./use-section-draft";

/** Where it stands beside the page: Tailwind's `lg`. */
const WIDE = "(min-width: 64rem)";

type TryItProps = { assistant: Doc<"assistants">; draft: SectionDraft };

/** The assistant as visitors meet it, with the changes that are not live and the unsaved ones of the open section. */
export function TryIt({ assistant, draft }: TryItProps) {
  const [isOpenOnPhone, setIsOpenOnPhone] = useState(false);
  const [isTyping, setIsTyping] = useState(false);
  const [phase, setPhase] = useState<Phase>("idle");
  const opener = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (!isOpenOnPhone || sheet.current === null) return undefined;
    heading.current?.focus();
    const undoInert = inertOthers(sheet.current);
    const wide = window.matchMedia(WIDE);
    const closeOnWide = () => setIsOpenOnPhone(false);
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") setIsOpenOnPhone(false);
    };
    const button = opener.current;
    window.addEventListener("keydown", closeByKey);
    wide.addEventListener("change", closeOnWide);
    return () => {
      window.removeEventListener("keydown", closeByKey);
      wide.removeEventListener("change", closeOnWide);
      undoInert();
      button?.focus();
    };
  }, [isOpenOnPhone]);

  const [theme] = useTheme();
  const differsFromLive = !areSame(draft.values, valuesOf(assistant));
  const unsaved = { ...unsavedOf(draft, differsFromLive), theme };
  const Icon = isTyping ? Mic : Keyboard;
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
        ref={sheet}
        role={isOpenOnPhone ? "dialog" : undefined}
        aria-modal={isOpenOnPhone ? true : undefined}
        aria-labelledby={titleId}
        className={`grid gap-4 rounded-card border border-line bg-surface p-4 shadow-soft max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[85dvh] max-lg:overflow-y-auto max-lg:rounded-b-none max-lg:bg-raised max-lg:shadow-[0_0_0_100vmax_rgb(0_0_0/40%)] lg:sticky lg:top-20 ${isOpenOnPhone ? "" : "max-lg:hidden"}`}
      >
        <div className="flex min-h-8 items-center gap-3">
          <h2
            id={titleId}
            ref={heading}
            tabIndex={-1}
            className="mr-auto text-lead font-semibold outline-none"
          >
            {TRY_IT.title}
          </h2>
          {/* Switching would end the call. */}
          {phase === "idle" && (
            <Button size="small" onClick={() => setIsTyping(!isTyping)}>
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {isTyping ? TRY_IT.talk : TRY_IT.type}
            </Button>
          )}
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
          {TRY_IT.intro} {draft.hasChanges ? TRY_IT.unsaved : differsFromLive && TRY_IT.notLive}{" "}
          {draft.values.knowledge.kind === "chosen" && TRY_IT.unsavedFile}
        </p>
        {isTyping ? (
          <TryTyping
            assistant={assistant}
            unsaved={unsaved}
            isOffForVisitors={draft.values.talk.acceptsText === false}
          />
        ) : (
          <TryTalking assistant={assistant} unsaved={unsaved} phase={phase} onPhase={setPhase} />
        )}
        <TryItMinutes isTyping={isTyping} />
      </section>
    </>
  );
}

function unsavedOf({ values }: SectionDraft, differsFromLive: boolean): Omit<Unsaved, "theme"> {
  const { name, talk, widgetColor, widgetIcon, widgetSize, recordsCalls } = values;
  return {
    ...{ name, greeting: typedGreeting(talk, name) },
    look: { widgetColor, widgetIcon, widgetSize },
    settings: differsFromLive ? { ...voiceServiceSettings(values), recordsCalls } : null,
  };
}
