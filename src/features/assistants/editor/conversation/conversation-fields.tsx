import type { ReactNode } from "react";
import { LANGUAGES, languageFor, type LanguageId } from "../../../../../convex/shared/languages";
import {
  problemWithConversation,
  CONVERSATION_NUMBERS,
  CONVERSATION_TEXTS,
  tidyConversation,
} from "../../../../../convex/shared/conversation";
import { CheckField } from "../../../../components/check-field";
import { Field } from "../../../../components/field";
import type { AssistantValues, Conversation } from "../../settings";
import { CONVERSATION_LABELS } from "../../texts";
import { ConversationPreview, type DefaultTexts } from "./conversation-preview";
import { DailyLimitFields } from "./daily-limit-fields";
import { DefaultTextField } from "./default-text-field";
import { NumberField } from "./number-field";
import { OpeningHoursFields } from "./opening-hours-fields";
import { CONVERSATION, GROUPS, HINTS } from "./texts";
import { UnavailableFields } from "./unavailable-fields";

type ConversationFieldsProps = {
  values: AssistantValues;
  /** An assistant that was created before there were languages may stay without one. */
  mayHaveNoLanguage: boolean;
  onChange: (changed: Partial<AssistantValues>) => void;
};

export function ConversationFields(props: ConversationFieldsProps) {
  const { values, mayHaveNoLanguage, onChange } = props;
  const { name, notice, talk: conversation } = values;
  const { language, defaults } = defaultTexts(conversation, name);
  const problem = problemWithConversation(tidyConversation(conversation));
  const endsTooSoon = problem?.field === "endsAfterSeconds" ? problem.says : "";
  const change = (changed: Partial<Conversation>) =>
    onChange({ talk: { ...conversation, ...changed } });

  /** The notice follows the language, unless it has another language of its own. */
  function setLanguage(chosen: LanguageId | null) {
    const next = languageFor(chosen).id;
    onChange({
      talk: { ...conversation, language: chosen },
      ...(notice?.language === language ? { notice: { ...notice, language: next } } : {}),
    });
  }

  const textField = (field: keyof DefaultTexts, hint?: string) => (
    <DefaultTextField
      label={CONVERSATION_LABELS[field]}
      hint={hint}
      lang={language}
      defaultText={defaults[field]}
      maxLength={CONVERSATION_TEXTS[field].longest}
      value={conversation[field] ?? null}
      onChange={(value) => change({ [field]: value })}
    />
  );

  return (
    <div className="grid gap-6">
      <Group title={GROUPS.language}>
        <Field label={CONVERSATION_LABELS.language} hint={HINTS.language}>
          {(control) => (
            <select
              {...control}
              name="talk"
              value={conversation.language ?? ""}
              onChange={({ target }) => setLanguage(idOf(target.value))}
            >
              {mayHaveNoLanguage && <option value="">{CONVERSATION.languageNotSet}</option>}
              {LANGUAGES.map(({ id, name: ownName }) => (
                <option key={id} value={id} lang={id}>
                  {ownName}
                </option>
              ))}
            </select>
          )}
        </Field>
        <CheckField
          label={CONVERSATION_LABELS.visitorSpeaksFirst}
          hint={HINTS.visitorSpeaksFirst}
          checked={conversation.visitorSpeaksFirst}
          onChange={(visitorSpeaksFirst) => change({ visitorSpeaksFirst })}
        />
        {!conversation.visitorSpeaksFirst && textField("greeting")}
      </Group>
      <Group title={GROUPS.silence}>
        <NumberField
          label={CONVERSATION_LABELS.asksAfterSeconds}
          hint={HINTS.asksAfterSeconds}
          {...CONVERSATION_NUMBERS.asksAfterSeconds}
          value={conversation.asksAfterSeconds}
          onChange={(asksAfterSeconds) => change({ asksAfterSeconds })}
        />
        {conversation.asksAfterSeconds !== null && textField("silenceQuestion")}
        <NumberField
          label={CONVERSATION_LABELS.endsAfterSeconds}
          hint={HINTS.endsAfterSeconds}
          isRequired
          {...CONVERSATION_NUMBERS.endsAfterSeconds}
          problem={endsTooSoon}
          value={conversation.endsAfterSeconds}
          onChange={(seconds) => change({ endsAfterSeconds: seconds ?? NaN })}
        />
      </Group>
      <Group title={GROUPS.limits}>
        <NumberField
          label={CONVERSATION_LABELS.longestCallMinutes}
          isRequired
          {...CONVERSATION_NUMBERS.longestCallMinutes}
          value={conversation.longestCallMinutes}
          onChange={(minutes) => change({ longestCallMinutes: minutes ?? NaN })}
        />
        <DailyLimitFields
          limit={conversation.minutesADay}
          onChange={(minutesADay) => change({ minutesADay })}
        />
      </Group>
      <Group title={GROUPS.hours}>
        <OpeningHoursFields conversation={conversation} onChange={change} />
        {conversation.openingHours !== null && textField("closedWords", HINTS.closedMessage)}
      </Group>
      <Group title={GROUPS.unavailable}>
        <UnavailableFields conversation={conversation} onChange={change} />
      </Group>
      <Group title={GROUPS.typing}>
        <CheckField
          label={CONVERSATION_LABELS.acceptsText}
          hint={HINTS.acceptsText}
          checked={conversation.acceptsText !== false}
          onChange={(acceptsText) => change({ acceptsText })}
        />
        {conversation.acceptsText !== false && (
          <>
            <CheckField
              label={CONVERSATION_LABELS.startsWithText}
              hint={HINTS.startsWithText}
              checked={conversation.startsWithText === true}
              onChange={(startsWithText) => change({ startsWithText })}
            />
            {textField("typedGreeting", HINTS.typedGreeting)}
          </>
        )}
      </Group>
      <Group title={GROUPS.page}>
        <CheckField
          label={CONVERSATION_LABELS.tellsPage}
          hint={HINTS.tellsPage}
          checked={conversation.tellsPage}
          onChange={(tellsPage) => change({ tellsPage })}
        />
      </Group>
      <ConversationPreview conversation={conversation} language={language} defaults={defaults} />
    </div>
  );
}

function defaultTexts(conversation: Conversation, name: string) {
  const { id: language, greeting, question, closed } = languageFor(conversation.language);
  const spoken = greeting(name.trim() || CONVERSATION.nameMissing);
  const defaults: DefaultTexts = {
    greeting: spoken,
    typedGreeting: conversation.greeting ?? spoken,
    silenceQuestion: question,
    closedWords: closed,
  };
  return { language, defaults };
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
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}
