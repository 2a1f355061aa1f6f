import { Button } from "../../../../components/button";
import { Field } from "../../../../components/field";
import { CONVERSATION } from "./texts";

type DefaultTextFieldProps = {
  label: string;
  hint?: string | undefined;
  lang: string;
  /** Shown until the owner writes their own text; it follows the language. */
  defaultText: string;
  maxLength: number;
  /** Null: the default text. */
  value: string | null;
  onChange: (value: string | null) => void;
};

export function DefaultTextField(props: DefaultTextFieldProps) {
  const { label, hint, lang, defaultText, maxLength, value, onChange } = props;
  return (
    <div className="grid gap-2">
      <Field label={label} hint={hint}>
        {(control) => (
          <textarea
            {...control}
            name="talk"
            lang={lang}
            rows={2}
            maxLength={maxLength}
            required
            value={value ?? defaultText}
            onChange={({ target }) => onChange(target.value === defaultText ? null : target.value)}
          />
        )}
      </Field>
      {value !== null && (
        <div className="flex flex-wrap items-center gap-2 text-small text-muted">
          <Button aria-label={CONVERSATION.defaultLabel(label)} onClick={() => onChange(null)}>
            {CONVERSATION.useDefault}
          </Button>
        </div>
      )}
    </div>
  );
}
