import { useId, useRef, useState } from "react";
import { Button } from "../../../components/button";
import type { AssistantValues } from "./assistant-values";
import {
  begunWith,
  BLANK,
  picked,
  READY_ASSISTANTS,
  type ReadyAssistant,
  type ReadyField,
} from "./templates";

const FIELD_NAMES: Record<ReadyField, string> = {
  name: "name",
  systemPrompt: "system prompt",
  assistantGoal: "goal",
  voice: "voice",
  findings: "what to find out",
};

type ReadyChoiceProps = {
  values: AssistantValues;
  onChange: (changed: Partial<AssistantValues>) => void;
};

/** Takes nothing away that was typed before it is asked to. */
export function ReadyChoice({ values, onChange }: ReadyChoiceProps) {
  const [chosen, setChosen] = useState(BLANK);
  const [kept, setKept] = useState<ReadyField[]>([]);
  const radios = useRef<HTMLDivElement>(null);
  const id = useId();

  function choose(ready: ReadyAssistant) {
    const { filled, kept: typed } = begunWith(values, chosen, ready);
    onChange(filled);
    setChosen(ready);
    setKept(ready === BLANK ? [] : typed);
  }

  function replace() {
    onChange(picked(chosen.values, kept));
    setKept([]);
    // The button that was pressed goes.
    radios.current?.querySelector<HTMLInputElement>("input:checked")?.focus();
  }

  return (
    <fieldset className="min-w-0" aria-describedby={id}>
      <legend className="mb-1.5 font-medium">Begin with</legend>
      <div ref={radios} className="flex flex-wrap gap-2">
        {READY_ASSISTANTS.map((ready) => (
          <label
            key={ready.id}
            className="relative flex h-10 cursor-pointer items-center rounded-control border border-line px-3 font-medium text-muted transition-colors hover:border-field-line has-checked:border-accent-ink has-checked:bg-accent-soft has-checked:text-accent-ink has-checked:ring-1 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink pointer-coarse:h-11"
          >
            <input
              type="radio"
              className="sr-only"
              name="ready"
              value={ready.id}
              checked={ready === chosen}
              onChange={() => choose(ready)}
            />
            {ready.title}
          </label>
        ))}
      </div>
      <div id={id} role="status" className="mt-2 grid justify-items-start gap-2">
        <p className="text-small text-muted">{chosen.about}</p>
        {kept.length > 0 && (
          <p className="text-small text-ink">
            {`What you filled in yourself stays: ${kept.map((field) => FIELD_NAMES[field]).join(", ")}.`}
          </p>
        )}
      </div>
      {kept.length > 0 && (
        <Button className="mt-2" onClick={replace}>
          Replace it too
        </Button>
      )}
    </fieldset>
  );
}
