import {
  choiceFor,
  DEFAULT_WHEN_UNAVAILABLE,
  UNAVAILABILITY,
  UNAVAILABLE_CASES,
} from "../../../../../convex/shared/unavailability";
import { Field } from "../../../../components/field";
import type { Conversation } from "../../settings";
import { CHOICE_LABELS, UNAVAILABLE_LABELS } from "../../texts";
import { UNAVAILABLE_HINTS, UNAVAILABLE_INTRO } from "./texts";

type UnavailableFieldsProps = {
  conversation: Conversation;
  onChange: (changed: Partial<Conversation>) => void;
};

/** What visitors find if they cannot reach the assistant: one choice for each case. */
export function UnavailableFields({ conversation, onChange }: UnavailableFieldsProps) {
  const { openingHours, whenUnavailable = DEFAULT_WHEN_UNAVAILABLE } = conversation;
  const shown = UNAVAILABLE_CASES.filter((one) => one !== "closed" || openingHours !== null);
  return (
    <>
      <p className="text-muted">{UNAVAILABLE_INTRO}</p>
      {shown.map((one) => {
        const chosen = choiceFor(conversation, one);
        return (
          <Field key={one} label={UNAVAILABLE_LABELS[one]} hint={UNAVAILABLE_HINTS[one][chosen]}>
            {(control) => (
              <select
                {...control}
                name="talk"
                value={chosen}
                onChange={({ target }) =>
                  onChange({ whenUnavailable: { ...whenUnavailable, [one]: target.value } })
                }
              >
                {UNAVAILABILITY[one].choices.map((choice) => (
                  <option key={choice} value={choice}>
                    {CHOICE_LABELS[choice]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        );
      })}
    </>
  );
}
