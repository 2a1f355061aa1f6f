import type { Ref } from "react";
import { TEXT_LIMITS } from "../../../convex/catalog/limits";
import { DEFAULT_VOICE, VOICES } from "../../../convex/catalog/voices";
import { Field } from "../../components/field";

export function AssistantSettingsFields({ nameField }: { nameField: Ref<HTMLInputElement> }) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-4 text-lead font-semibold">Assistant Settings</legend>
      <Field label="Assistant name">
        {(control) => (
          <input
            {...control}
            ref={nameField}
            name="name"
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
            rows={2}
            placeholder="Take an order, or find a time to call back."
            maxLength={TEXT_LIMITS.assistantGoal}
            required
          />
        )}
      </Field>
      <Field label="Voice">
        {(control) => (
          <select {...control} name="voice" defaultValue={DEFAULT_VOICE}>
            {VOICES.map((voice) => (
              <option key={voice.id} value={voice.id}>
                {voice.name}: {voice.description.toLowerCase()}
              </option>
            ))}
          </select>
        )}
      </Field>
    </fieldset>
  );
}
