import { useState } from "react";
import { LANGUAGES, languageFor } from "../../../../convex/catalog/languages";
import {
  MAX_NOTICE_LENGTH,
  MAX_PRIVACY_URL_LENGTH,
  NOTICE_OBJECTIONS,
  readPrivacyUrl,
  readyNotice,
  wordsAround,
} from "../../../../convex/catalog/notices";
import { Button } from "../../../components/button";
import { CheckField } from "../../../components/check-field";
import { Field } from "../../../components/field";
import type { AssistantValues } from "./assistant-values";

/** By which the form finds the tab of what is not right. */
export const NOTICE_FIELD = "notice";
const HINT =
  "The first press on the button shows it, the next one agrees and starts. That is remembered in the visitor's browser until the text changes, and kept with each call. Without it there is no call.";

type Notice = NonNullable<AssistantValues["notice"]>;

type NoticeFieldsProps = {
  values: AssistantValues;
  onChange: (changed: Pick<AssistantValues, "notice">) => void;
};

export function NoticeFields({ values, onChange }: NoticeFieldsProps) {
  const { notice, talk } = values;
  // What was typed is there again when it is turned on again.
  const [before, setBefore] = useState(notice);

  function turn(isOn: boolean) {
    if (!isOn) setBefore(notice);
    const ready = { language: languageFor(talk.language).id, text: null, privacyUrl: null };
    onChange({ notice: isOn ? (before ?? ready) : null });
  }

  return (
    <div className="grid gap-5">
      <CheckField
        label="Show a notice before the first call"
        hint={HINT}
        checked={notice !== null}
        onChange={turn}
      />
      {notice !== null && (
        <Wording
          notice={notice}
          values={values}
          onChange={(changed) => onChange({ notice: { ...notice, ...changed } })}
        />
      )}
    </div>
  );
}

type WordingProps = {
  notice: Notice;
  values: AssistantValues;
  onChange: (changed: Partial<Notice>) => void;
};

function Wording({ notice, values, onChange }: WordingProps) {
  const { language, text, privacyUrl } = notice;
  const ready = readyNotice(language, values);
  const { agree, words } = wordsAround(language, values);
  return (
    <>
      <Field label="Language of the notice">
        {(control) => (
          <select
            {...control}
            value={language}
            onChange={({ target }) => onChange({ language: target.value as Notice["language"] })}
          >
            {LANGUAGES.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Notice"
        hint={`Followed by “${agree}” Where there is room for a few words only: “${words}”`}
      >
        {(control) => (
          <textarea
            {...control}
            name={NOTICE_FIELD}
            lang={language}
            rows={5}
            maxLength={MAX_NOTICE_LENGTH}
            required
            value={text ?? ready}
            onChange={({ target }) =>
              onChange({ text: target.value === ready ? null : target.value })
            }
          />
        )}
      </Field>
      {text !== null && (
        <div role="status" className="grid justify-items-start gap-2 text-small text-muted">
          <p>
            These are your own words: they stay as they are when you change the language, or what
            happens to calls.
          </p>
          <Button onClick={() => onChange({ text: null })}>Use the ready text</Button>
        </div>
      )}
      <Field label="Your privacy page (optional)" hint="Linked beside the notice.">
        {(control) => (
          <input
            {...control}
            ref={(input) =>
              input?.setCustomValidity(
                privacyUrl === null || readPrivacyUrl(privacyUrl) !== null
                  ? ""
                  : NOTICE_OBJECTIONS.url,
              )
            }
            name={NOTICE_FIELD}
            type="url"
            maxLength={MAX_PRIVACY_URL_LENGTH}
            autoComplete="off"
            placeholder="https://www.example.com/privacy"
            value={privacyUrl ?? ""}
            onChange={({ target }) =>
              onChange({ privacyUrl: target.value === "" ? null : target.value })
            }
          />
        )}
      </Field>
    </>
  );
}
