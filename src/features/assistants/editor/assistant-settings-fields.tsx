import type { Ref } from "react";
import { TEXT_LIMITS } from "../../../../convex/catalog/limits";
import { Field } from "../../../components/field";
import type { AssistantValues } from "./assistant-values";
import { KnowledgePicker } from "./knowledge-picker";
import { VoicePicker } from "./voice-picker";

type AssistantSettingsFieldsProps = {
  values: AssistantValues;
  saved: AssistantValues;
  onChange: (changed: Partial<AssistantValues>) => void;
  nameField: Ref<HTMLInputElement>;
};

export function AssistantSettingsFields(props: AssistantSettingsFieldsProps) {
  const { values, saved, onChange, nameField } = props;
  return (
    <div className="grid gap-5">
      <Field label="Assistant name">
        {(control) => (
          <input
            {...control}
            ref={nameField}
            name="name"
            value={values.name}
            onChange={({ target }) => onChange({ name: target.value })}
            autoComplete="off"
            placeholder="Front desk"
            maxLength={TEXT_LIMITS.name}
            required
          />
        )}
      </Field>
      <Field label="System prompt" hint="Who the assistant is, what it knows and how it speaks.">
        {(control) => (
          <textarea
            {...control}
            name="systemPrompt"
            value={values.systemPrompt}
            onChange={({ target }) => onChange({ systemPrompt: target.value })}
            rows={5}
            placeholder="You answer the phone of a small bakery. Be brief and friendly."
            maxLength={TEXT_LIMITS.systemPrompt}
            required
          />
        )}
      </Field>
      <Field label="Assistant goal" hint="What a good conversation ends with.">
        {(control) => (
          <textarea
            {...control}
            name="assistantGoal"
            value={values.assistantGoal}
            onChange={({ target }) => onChange({ assistantGoal: target.value })}
            rows={2}
            placeholder="Take an order, or find a time to call back."
            maxLength={TEXT_LIMITS.assistantGoal}
            required
          />
        )}
      </Field>
      <VoicePicker value={values.voice} onChange={(voice) => onChange({ voice })} />
      <KnowledgePicker
        value={values.knowledge}
        saved={saved.knowledge}
        onChange={(knowledge) => onChange({ knowledge })}
      />
    </div>
  );
}
