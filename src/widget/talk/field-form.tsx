import { useId, useLayoutEffect, useRef, useState } from "react";
import {
  type FieldKind,
  MAX_FIELD_VALUE,
  type RequestedField,
} from "../../../convex/shared/requestedFields";
import { readFieldValue } from "./field-value";
import type { TalkTexts } from "./languages/en";

type FieldFormProps = {
  field: RequestedField;
  texts: TalkTexts;
  onSend: (value: string) => void;
  onClose: () => void;
};

/** The keyboard of each kind, and what browsers offer to fill in. */
const INPUTS: Record<FieldKind, { type: string; inputMode?: "decimal"; autoComplete: string }> = {
  email: { type: "email", autoComplete: "email" },
  phone: { type: "tel", autoComplete: "tel" },
  name: { type: "text", autoComplete: "name" },
  number: { type: "text", inputMode: "decimal", autoComplete: "off" },
  text: { type: "text", autoComplete: "off" },
};

/** The field that the assistant asks the visitor to fill in. */
export function FieldForm({ field: { kind, label }, texts, onSend, onClose }: FieldFormProps) {
  const id = useId();
  const [value, setValue] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  // Takes the focus unless the visitor is typing elsewhere, and gives it back afterwards.
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const own = form.current;
    if (document.hasFocus() && !hasText(before)) input.current?.focus();
    return () => {
      if (own?.contains(document.activeElement) === true) before?.focus();
    };
  }, []);

  const send = () => {
    const read = readFieldValue(kind, value);
    setIsWrong(read === null);
    if (read === null) input.current?.focus();
    else onSend(read);
  };
  const onKeyDown = (event: Pick<KeyboardEvent, "key" | "stopPropagation">) => {
    if (event.key !== "Escape") return;
    // It would close the panel.
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      ref={form}
      className="asked"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} dir="auto">
        {label}
      </label>
      <button
        type="button"
        className="quiet close"
        aria-label={texts.cancel}
        title={texts.cancel}
        onClick={onClose}
        onKeyDown={onKeyDown}
      >
        <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M6 6l12 12M18 6L6 18" />
        </svg>
      </button>
      <input
        {...INPUTS[kind]}
        ref={input}
        id={id}
        dir="auto"
        value={value}
        maxLength={MAX_FIELD_VALUE}
        spellCheck={false}
        enterKeyHint="send"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="main" onKeyDown={onKeyDown}>
        {texts.send}
      </button>
      {isWrong && (
        <p role="alert" id={`${id}-wrong`}>
          {kind === "name" ? texts.field.text : texts.field[kind]}
        </p>
      )}
    </form>
  );
}

function hasText(element: Element | null): boolean {
  return element !== null && "value" in element && element.value !== "";
}
