import { useEffect, useRef, useState } from "react";
import { WidgetIcon } from "../../components/widget-icon";
import type { FoundAssistant } from "../state/assistant";
import type { TalkTexts } from "./languages/en";

type TalkHeaderProps = {
  assistant: FoundAssistant;
  texts: TalkTexts;
  /** Null while there is nothing to remove. */
  onStartOver: (() => void) | null;
  /** Closes the panel. Null on a page of its own. */
  onClose?: (() => void) | null;
};

export function TalkHeader({ assistant, texts, onStartOver, onClose = null }: TalkHeaderProps) {
  const [isAsking, setIsAsking] = useState(false);
  const startOver = () => {
    setIsAsking(false);
    onStartOver?.();
  };
  return (
    <header aria-label={assistant.name}>
      <div className="bar">
        <span className="avatar" aria-hidden="true">
          <WidgetIcon icon={assistant.widgetIcon} />
        </span>
        <div className="who">
          <h1 dir="auto">{assistant.name}</h1>
          <p>{texts.aiAssistant}</p>
        </div>
        <div className="actions">
          {onStartOver !== null && !isAsking && (
            <button type="button" className="quiet" onClick={() => setIsAsking(true)}>
              {texts.startOver}
            </button>
          )}
          {onClose !== null && (
            <button
              type="button"
              className="quiet close"
              aria-label={texts.close}
              onClick={onClose}
            >
              <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
                <path d="M6 6l12 12M18 6L6 18" />
              </svg>
            </button>
          )}
        </div>
      </div>
      {onStartOver !== null && isAsking && (
        <StartOverQuestion texts={texts} onYes={startOver} onNo={() => setIsAsking(false)} />
      )}
    </header>
  );
}

type StartOverQuestionProps = { texts: TalkTexts; onYes: () => void; onNo: () => void };

/** In the page, because browsers suppress dialogs of frames from other websites. */
function StartOverQuestion({ texts, onYes, onNo }: StartOverQuestionProps) {
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => yes.current?.focus(), []);
  const onKeyDown = (event: Pick<KeyboardEvent, "key" | "stopPropagation">) => {
    if (event.key !== "Escape") return;
    // It would close the panel.
    event.stopPropagation();
    onNo();
  };
  return (
    <div className="question" role="group" aria-label={texts.startOverQuestion}>
      <p>{texts.startOverQuestion}</p>
      <button ref={yes} type="button" onClick={onYes} onKeyDown={onKeyDown}>
        {texts.startOver}
      </button>
      <button type="button" className="quiet" onClick={onNo} onKeyDown={onKeyDown}>
        {texts.cancel}
      </button>
    </div>
  );
}
