import type { Ref } from "react";
import { TEXT_LIMITS } from "../../../../convex/shared/limits";
import { Field } from "../../../components/field";
import type { AssistantValues } from "../settings";
import { SETTING_LABELS } from "../texts";
import { SETTINGS_TAB } from "./texts";

type AssistantTextFieldsProps = {
  values: AssistantValues;
  onChange: (changed: Partial<AssistantValues>) => void;
  nameField?: Ref<HTMLInputElement>;
};

export function AssistantTextFields(props: AssistantTextFieldsProps) {
  const { values, onChange, nameField } = props;
  return (
    <div className="grid content-start gap-5">
      <Field label={SETTING_LABELS.name}>
        {(control) => (
          <input
            {...control}
            ref={nameField}
            name="name"
            value={values.name}
            onChange={({ target }) => onChange({ name: target.value })}
            autoComplete="off"
            placeholder={SETTINGS_TAB.namePlaceholder}
            maxLength={TEXT_LIMITS.name}
            required
          />
        )}
      </Field>
      <Field label={SETTING_LABELS.systemPrompt} hint={SETTINGS_TAB.systemPromptHint}>
        {(control) => (
          <textarea
            {...control}
            name="systemPrompt"
            value={values.systemPrompt}
            onChange={({ target }) => onChange({ systemPrompt: target.value })}
            rows={5}
            placeholder={SETTINGS_TAB.systemPromptPlaceholder}
            maxLength={TEXT_LIMITS.systemPrompt}
            required
          />
        )}
      </Field>
      <Field label={SETTING_LABELS.assistantGoal} hint={SETTINGS_TAB.assistantGoalHint}>
        {(control) => (
          <textarea
            {...control}
            name="assistantGoal"
            value={values.assistantGoal}
            onChange={({ target }) => onChange({ assistantGoal: target.value })}
            rows={2}
            placeholder={SETTINGS_TAB.assistantGoalPlaceholder}
            maxLength={TEXT_LIMITS.assistantGoal}
            required
          />
        )}
      </Field>
    </div>
  );
}
