import { useId, useRef, useState } from "react";
import { Button } from "../../../components/button";
import type { AssistantValues } from "../settings";
import { SETTING_LABELS } from "../texts";
import {
  applyTemplate,
  BLANK,
  pick,
  TEMPLATES,
  type Template,
  type TemplateField,
} from "./templates";
import { TEMPLATE_PICKER } from "./texts";

type TemplatePickerProps = {
  values: AssistantValues;
  onChange: (changed: Partial<AssistantValues>) => void;
};

/** Replaces what the owner has typed only when they ask for it. */
export function TemplatePicker({ values, onChange }: TemplatePickerProps) {
  const [chosen, setChosen] = useState(BLANK);
  const [kept, setKept] = useState<TemplateField[]>([]);
  const radios = useRef<HTMLDivElement>(null);
  const id = useId();

  function choose(template: Template) {
    const { filled, kept: typed } = applyTemplate(values, chosen, template);
    onChange(filled);
    setChosen(template);
    setKept(template === BLANK ? [] : typed);
  }

  function replace() {
    onChange(pick(chosen.values, kept));
    setKept([]);
    // The pressed button disappears, so move the focus.
    radios.current?.querySelector<HTMLInputElement>("input:checked")?.focus();
  }

  return (
    <fieldset className="min-w-0" aria-describedby={id}>
      <legend className="mb-1.5 font-medium">{TEMPLATE_PICKER.title}</legend>
      <div ref={radios} className="flex flex-wrap gap-2">
        {TEMPLATES.map((template) => (
          <label
            key={template.id}
            className="relative flex h-10 cursor-pointer items-center rounded-control border border-line px-3 font-medium text-muted transition-colors hover:border-field-line has-checked:border-accent-ink has-checked:bg-accent-soft has-checked:text-accent-ink has-checked:ring-1 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink pointer-coarse:h-11"
          >
            <input
              type="radio"
              className="sr-only"
              name="template"
              value={template.id}
              checked={template === chosen}
              onChange={() => choose(template)}
            />
            {template.title}
          </label>
        ))}
      </div>
      <div id={id} role="status" className="mt-2 grid justify-items-start gap-2">
        <p className="text-small text-muted">{chosen.about}</p>
        {kept.length > 0 && (
          <p className="text-small text-ink">
            {TEMPLATE_PICKER.kept(kept.map((field) => SETTING_LABELS[field].toLowerCase()))}
          </p>
        )}
      </div>
      {kept.length > 0 && (
        <Button className="mt-2" onClick={replace}>
          {TEMPLATE_PICKER.replace}
        </Button>
      )}
    </fieldset>
  );
}
