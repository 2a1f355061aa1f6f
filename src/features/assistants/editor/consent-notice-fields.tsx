import { useState } from "react";
import { LANGUAGES, languageFor } from "../../../../convex/shared/languages";
import {
  MAX_NOTICE_LENGTH,
  MAX_PRIVACY_URL_LENGTH,
  NOTICE_ERRORS,
  readPrivacyUrl,
  readyNotice,
  wordsAround,
} from "../../../../convex/shared/privacyNotice";
import { Button } from "../../../components/button";
import { CheckField } from "../../../components/check-field";
import { Field } from "../../../components/field";
import type { AssistantValues, Settings } from "../settings";
import { FORM, NOTICE } from "./texts";

type Notice = NonNullable<Settings["notice"]>;

type ConsentNoticeFieldsProps = {
  values: AssistantValues;
  onChange: (changed: Pick<AssistantValues, "notice">) => void;
};

export function ConsentNoticeFields({ values, onChange }: ConsentNoticeFieldsProps) {
  const { notice, talk } = values;
  // Turning the notice off and on again brings back what was typed.
  const [previous, setPrevious] = useState(notice);

  function turn(isOn: boolean) {
    if (!isOn) setPrevious(notice);
    const usual = { language: languageFor(talk.language).id, text: null, privacyUrl: null };
    onChange({ notice: isOn ? (previous ?? usual) : null });
  }

  return (
    <div className="grid gap-5">
      <CheckField
        name="notice"
        label={NOTICE.show}
        hint={NOTICE.hint}
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
  const acceptsText = values.talk.acceptsText !== false;
  const defaultText = readyNotice(language, { ...values, acceptsText });
  const { agree, words } = wordsAround(language, values);
  return (
    <>
      <Field label={NOTICE.language}>
        {(control) => (
          <select
            {...control}
            name="notice"
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
      <Field label={NOTICE.text} hint={NOTICE.textHint(agree, words)}>
        {(control) => (
          <textarea
            {...control}
            name="notice"
            lang={language}
            rows={5}
            maxLength={MAX_NOTICE_LENGTH}
            required
            value={text ?? defaultText}
            onChange={({ target }) =>
              onChange({ text: target.value === defaultText ? null : target.value })
            }
          />
        )}
      </Field>
      {text !== null && (
        <div role="status" className="grid justify-items-start gap-2 text-small text-muted">
          <p>{NOTICE.own}</p>
          <Button onClick={() => onChange({ text: null })}>{NOTICE.useDefault}</Button>
        </div>
      )}
      <Field label={FORM.optional(NOTICE.privacyUrl)} hint={NOTICE.privacyUrlHint}>
        {(control) => (
          <input
            {...control}
            ref={(input) =>
              input?.setCustomValidity(
                privacyUrl === null || readPrivacyUrl(privacyUrl) !== null ? "" : NOTICE_ERRORS.url,
              )
            }
            name="notice"
            type="url"
            maxLength={MAX_PRIVACY_URL_LENGTH}
            autoComplete="off"
            placeholder={NOTICE.privacyUrlPlaceholder}
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
