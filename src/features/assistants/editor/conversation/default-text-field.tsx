import { Button } from "../../../../components/button";
import { Field } from "../../../../components/field";
import { TALK_FIELD } from "./field-name";

type TalkTextProps = {
  label: string;
  hint?: string | undefined;
  lang: string;
  /** What stands there until the owner writes something else, and changes with the language. */
  ready: string;
  longest: number;
  /** Null: as it is ready. */
  value: string | null;
  onChange: (value: string | null) => void;
};

export function TalkText({ label, hint, lang, ready, longest, value, onChange }: TalkTextProps) {
  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint}>
        {(control) => (
          <textarea
            {...control}
            name={TALK_FIELD}
            lang={lang}
            rows={2}
            maxLength={longest}
            required
            value={value ?? ready}
            onChange={({ target }) => onChange(target.value === ready ? null : target.value)}
          />
        )}
      </Field>
      {value !== null && (
        <div className="flex flex-wrap items-center gap-2 text-small text-muted">
          <Button aria-label={`Use the ready text: ${label}`} onClick={() => onChange(null)}>
            Use the ready text
          </Button>
        </div>
      )}
    </div>
  );
}
