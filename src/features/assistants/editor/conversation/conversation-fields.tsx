import type { ReactNode } from "react";
import { LANGUAGES, languageFor, type LanguageId } from "../../../../../convex/catalog/languages";
import {
  objectionToTalk,
  TALK_NUMBERS,
  TALK_TEXTS,
  tidiedTalk,
  type Talk,
} from "../../../../../convex/catalog/talk";
import { CheckField } from "../../../../components/check-field";
import { Field } from "../../../../components/field";
import type { AssistantValues } from "../assistant-values";
import { DailyLimitFields } from "./daily-limit-fields";
import { OpeningHoursFields } from "./opening-hours-fields";
import { TalkNumber } from "./number-field";
import { TalkPreview } from "./conversation-preview";
import { TalkText } from "./default-text-field";

type TalkFieldsProps = {
  values: AssistantValues;
  /** An assistant that is older than languages may go on without one. */
  isLanguageOpen: boolean;
  onChange: (changed: Partial<AssistantValues>) => void;
};

export function TalkFields({ values, isLanguageOpen, onChange }: TalkFieldsProps) {
  const { name, notice, talk } = values;
  const { language, greeting, question, closed } = readyWords(talk, name);
  const objection = objectionToTalk(tidiedTalk(talk));
  const endsTooSoon = objection?.field === "endsAfterSeconds" ? objection.says : "";
  const change = (changed: Partial<Talk>) => onChange({ talk: { ...talk, ...changed } });

  /** The notice goes along, unless it was given a language of its own. */
  function speak(chosen: LanguageId | null) {
    const next = languageFor(chosen).id;
    onChange({
      talk: { ...talk, language: chosen },
      ...(notice?.language === language ? { notice: { ...notice, language: next } } : {}),
    });
  }

  const text = (field: keyof typeof TALK_TEXTS, label: string, ready: string, hint?: string) => (
    <TalkText
      label={label}
      hint={hint}
      lang={language}
      ready={ready}
      longest={TALK_TEXTS[field].longest}
      value={talk[field]}
      onChange={(value) => change({ [field]: value })}
    />
  );

  return (
    <div className="grid gap-6">
      <Group title="Language and greeting">
        <Field
          label="Language"
          hint="In which visitors are heard and answered, and in which the button speaks. This dashboard stays in English."
        >
          {(control) => (
            <select
              {...control}
              value={talk.language ?? ""}
              onChange={({ target }) => speak(idOf(target.value))}
            >
              {isLanguageOpen && <option value="">Not chosen, as until now</option>}
              {LANGUAGES.map(({ id, name: own }) => (
                <option key={id} value={id} lang={id}>
                  {own}
                </option>
              ))}
            </select>
          )}
        </Field>
        <CheckField
          label="The visitor speaks first"
          hint="Without a greeting: the assistant waits until it hears something."
          checked={talk.visitorSpeaksFirst}
          onChange={(visitorSpeaksFirst) => change({ visitorSpeaksFirst })}
        />
        {!talk.visitorSpeaksFirst && text("greeting", "Greeting", greeting)}
      </Group>
      <Group title="When nothing is said">
        <TalkNumber
          label="Ask after (seconds, optional)"
          hint="Once in a silence. Leave it empty to ask nothing."
          {...TALK_NUMBERS.asksAfterSeconds}
          value={talk.asksAfterSeconds}
          onChange={(asksAfterSeconds) => change({ asksAfterSeconds })}
        />
        {talk.asksAfterSeconds !== null && text("silenceQuestion", "Question", question)}
        <TalkNumber
          label="Hang up after (seconds)"
          hint="Counted from the visitor's last word, or the assistant's before the question."
          isRequired
          {...TALK_NUMBERS.endsAfterSeconds}
          objection={endsTooSoon}
          value={talk.endsAfterSeconds}
          onChange={(seconds) => change({ endsAfterSeconds: seconds ?? NaN })}
        />
      </Group>
      <Group title="How long">
        <TalkNumber
          label="Longest call (minutes)"
          isRequired
          {...TALK_NUMBERS.longestCallMinutes}
          value={talk.longestCallMinutes}
          onChange={(minutes) => change({ longestCallMinutes: minutes ?? NaN })}
        />
        <DailyLimitFields
          limit={talk.minutesADay}
          onChange={(minutesADay) => change({ minutesADay })}
        />
      </Group>
      <Group title="Opening hours">
        <OpeningHoursFields talk={talk} onChange={change} />
        {talk.openingHours !== null &&
          text(
            "closedWords",
            "When it is closed",
            closed,
            "The button stays. Whoever presses it outside these hours is told this, and there is no call.",
          )}
      </Group>
      <Group title="The visitor's page">
        <CheckField
          label="Tell the assistant on which page the visitor is"
          hint="Address and title of the page go to the voice service with each call; what follows a question mark in the address does not. Leave it off where titles or addresses say something about your visitors."
          checked={talk.tellsPage}
          onChange={(tellsPage) => change({ tellsPage })}
        />
      </Group>
      <TalkPreview talk={talk} ready={{ language, greeting, question, closed }} />
    </div>
  );
}

function readyWords(talk: Talk, name: string) {
  const { id: language, greeting, question, closed } = languageFor(talk.language);
  return { language, greeting: greeting(name.trim() || "…"), question, closed };
}

function idOf(text: string): LanguageId | null {
  return LANGUAGES.find(({ id }) => id === text)?.id ?? null;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid gap-5 border-t border-line pt-6 first:border-0 first:pt-0"
    >
      <h3 className="font-medium">{title}</h3>
      {children}
    </section>
  );
}
