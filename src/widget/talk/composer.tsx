import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { MAX_TYPED_LENGTH } from "../../../convex/shared/limits";
import type { TalkTexts } from "./languages/en";

type ComposerProps = {
  texts: TalkTexts;
  /** The field takes the place of a button that was pressed. */
  hasFocus?: boolean;
  /** The assistant is writing. The next message can be written, but not sent. */
  isAnswering: boolean;
  onSend: (text: string) => void;
  /** Another control, before the one that sends. */
  beside?: ReactNode;
};

const COUNTED_FROM = MAX_TYPED_LENGTH - 200;
/** Of a key that belongs to an input method, such as the Enter that chooses Japanese characters. */
const COMPOSING = 229;

export function Composer(props: ComposerProps) {
  const { texts, hasFocus = false, isAnswering, onSend, beside } = props;
  const [text, setText] = useState("");
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const fit = () => field.current !== null && fitToText(field.current);
    fit();
    // Also when a hidden panel is opened.
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, [text]);
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  const left = MAX_TYPED_LENGTH - text.length;
  const isCounted = text.length >= COUNTED_FROM;

  const send = () => {
    field.current?.focus();
    if (isAnswering || text.trim() === "") return;
    onSend(text.trim());
    setText("");
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="field">
        <label htmlFor={id} className="unseen">
          {texts.yourMessage}
        </label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          dir="auto"
          placeholder={texts.yourMessage}
          maxLength={MAX_TYPED_LENGTH}
          enterKeyHint="send"
          aria-describedby={isCounted ? `${id}-left` : undefined}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            // oxlint-disable-next-line typescript/no-deprecated -- Safari reports it in no other way.
            if (event.key !== "Enter" || event.shiftKey || event.keyCode === COMPOSING) return;
            event.preventDefault();
            send();
          }}
        />
        {beside}
        <button type="submit" className="main send" aria-label={texts.send} disabled={isAnswering}>
          <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
            <path d="M12 19V5M5 12l7-7 7 7" />
          </svg>
        </button>
      </div>
      {isCounted && (
        <p id={`${id}-left`} className="left">
          {texts.charactersLeft(left)}
        </p>
      )}
    </form>
  );
}

/** The stylesheet limits it to five lines. */
function fitToText(field: HTMLTextAreaElement): void {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
