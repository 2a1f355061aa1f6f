import {
  ACTION_LENGTHS,
  ACTION_METHODS,
  type ActionMethod,
} from "../../../../convex/shared/actions";
import { CheckField } from "../../../components/check-field";
import { Field } from "../../../components/field";
import { InputField } from "../../../components/input-field";
import { type ActionDraft, withMethod } from "./action-draft";
import { HeaderFields } from "./header-fields";
import { ParameterFields } from "./parameter-fields";
import { FORM } from "./texts";

type HttpFieldsProps = { draft: ActionDraft; onChange: (draft: ActionDraft) => void };

/** The request to the owner's server. */
export function HttpFields({ draft, onChange }: HttpFieldsProps) {
  const change = (changed: Partial<ActionDraft>) => onChange({ ...draft, ...changed });
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <Field label={FORM.method}>
          {(control) => (
            <select
              {...control}
              value={draft.method}
              onChange={({ target }) => onChange(withMethod(draft, target.value as ActionMethod))}
            >
              {ACTION_METHODS.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          )}
        </Field>
        <InputField
          label={FORM.url}
          hint={FORM.urlHint}
          value={draft.url}
          onChange={(url) => change({ url })}
          placeholder={FORM.urlExample}
          maxLength={ACTION_LENGTHS.url}
          required
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
        />
      </div>
      <ParameterFields
        parameters={draft.parameters}
        onChange={(parameters) => change({ parameters })}
      />
      <HeaderFields headers={draft.headers} onChange={(headers) => change({ headers })} />
      <CheckField
        label={FORM.changes}
        hint={FORM.changesHint}
        checked={draft.changesSomething}
        onChange={(changesSomething) => change({ changesSomething })}
      />
    </>
  );
}
