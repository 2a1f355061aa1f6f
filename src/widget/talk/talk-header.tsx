import { useEffect, useRef, useState } from "react";
import { WidgetIcon } from "../../components/widget-icon";
import type { FoundAssistant } from "../state/assistant";
import type { TalkTexts } from "./languages/en";

type TalkHeaderProps = {
  assistant: FoundAssistant;
  texts: TalkTexts;
  /** Null while there is nothing to remove. */
  onStartOver: (() => void) | null;
};

export function TalkHeader({ assistant, texts, onStartOver }: TalkHeaderProps) {
  const [isAsking, setIsAsking] = useState(false);
  const startOver = () => {
    setIsAsking(false);
    onStartOver?.();
  };
  return (
    <header>
      <div className="bar">
        <span className="avatar" aria-hidden="true">
          <WidgetIcon icon={assistant.widgetIcon} />
        </span>
        <div className="who">
          <h1 dir="auto">{assistant.name}</h1>
          <p>{texts.aiAssistant}</p>
        </div>
        {onStartOver !== null && !isAsking && (
          <button type="button" className="quiet" onClick={() => setIsAsking(true)}>
            {texts.startOver}
          </button>
        )}
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
  const onKeyDown = ({ key }: { key: string }) => {
    if (key === "Escape") onNo();
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
