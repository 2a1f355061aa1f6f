import { Field } from "../../components/field";
import { FILTERS } from "./texts";
import type { Filtering } from "./use-call-filter";

export function AssistantField({ filter, assistants, change }: Filtering) {
  return (
    <Field label={FILTERS.assistant}>
      {(control) => (
        <select
          {...control}
          value={filter.assistantId ?? ""}
          onChange={({ target }) =>
            change({ assistantId: target.value === "" ? null : target.value })
          }
        >
          <option value="">{FILTERS.allAssistants}</option>
          {assistants.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
