import { useEffect, useId, useRef, useState } from "react";
import { ACTION_LENGTHS } from "../../../convex/shared/actions";
import type { ProposalLine } from "../../../convex/shared/proposal";
import type { TalkTexts } from "./languages/en";
import type { ProposalTexts } from "./proposal-texts";

type LineProps = {
  /** Null if nothing is known yet. */
  line: { label: string; value: ProposalLine["value"] | null };
  texts: TalkTexts;
  own: ProposalTexts;
};

/** With what a value is edited. */
export type LineControl =
  { type: "text" | "number" | "email" | "tel" } | { options: { value: string; text: string }[] };

type ShownLineProps = LineProps & {
  /** It was changed a moment ago. */
  hasFocus: boolean;
  /** Null if it cannot be changed by hand. */
  onEdit: (() => void) | null;
};

export function ShownLine({
  line: { label, value },
  texts,
  own,
  hasFocus,
  onEdit,
}: ShownLineProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFocus) button.current?.focus();
  }, [hasFocus]);
  return (
    <div>
      <dt dir="auto">{label}</dt>
      <dd dir="auto" id={id}>
        {typeof value === "boolean" ? yesOrNo(value, texts) : (value ?? "–")}
      </dd>
      {onEdit !== null && (
        <dd>
          <button
            type="button"
            className="quiet"
            ref={button}
            aria-label={own.editValue(label)}
            aria-describedby={id}
            onClick={onEdit}
          >
            {own.edit}
          </button>
        </dd>
      )}
    </div>
  );
}

type EditedLineProps = LineProps & {
  /** What is wrong with the value that was sent. */
  problem: string | null;
  control: LineControl;
  onSave: (written: string) => void;
  onCancel: () => void;
};

export function EditedLine(props: EditedLineProps) {
  const { line, texts, own, problem, control, onSave, onCancel } = props;
  const { label, value } = line;
  const id = useId();
  const [typed, setTyped] = useState(String(value ?? ""));
  const [isNoNumber, setIsNoNumber] = useState(false);
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const shown = isNoNumber ? texts.field.number : problem;
  useEffect(() => input.current?.focus(), [shown]);
  const shared = {
    ...{ id, value: typed, ref: input, dir: "auto" },
    "aria-invalid": shown !== null,
    "aria-describedby": shown === null ? undefined : `${id}-wrong`,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped(currentTarget.value),
  };
  const onKeyDown = (event: Pick<KeyboardEvent, "key" | "stopPropagation">) => {
    if (event.key !== "Escape") return;
    // It would close the panel.
    event.stopPropagation();
    onCancel();
  };
  const save = () => {
    // Browsers hide what was typed then.
    const isBad = input.current?.validity.badInput === true;
    setIsNoNumber(isBad);
    if (!isBad) onSave(typed);
  };
  return (
    <div>
      <dt dir="auto">
        <label htmlFor={id}>{label}</label>
      </dt>
      <dd>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {"options" in control ? (
            <select {...shared} onKeyDown={onKeyDown}>
              {value === null && <option value="">–</option>}
              {control.options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.text}
                </option>
              ))}
            </select>
          ) : (
            <input
              {...shared}
              type={control.type}
              step="any"
              maxLength={ACTION_LENGTHS.value}
              enterKeyHint="done"
              onKeyDown={onKeyDown}
            />
          )}
          <button type="submit" onKeyDown={onKeyDown}>
            {own.save}
          </button>
          <button type="button" className="quiet" onClick={onCancel} onKeyDown={onKeyDown}>
            {texts.cancel}
          </button>
          {shown !== null && (
            <p role="alert" id={`${id}-wrong`}>
              {shown}
            </p>
          )}
        </form>
      </dd>
    </div>
  );
}

export function yesNoControl({ yes, no }: TalkTexts): LineControl {
  return {
    options: [
      { value: "true", text: yes },
      { value: "false", text: no },
    ],
  };
}

function yesOrNo(value: boolean, { yes, no }: TalkTexts): string {
  return value ? yes : no;
}
