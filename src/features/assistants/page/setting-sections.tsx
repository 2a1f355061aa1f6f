/** The sections that are a form over some of the settings. */
import { AfterCallFields } from "../editor/after-call-fields";
import { AssistantTextFields } from "../editor/assistant-text-fields";
import { ConversationFields } from "../editor/conversation/conversation-fields";
import { KnowledgePicker } from "../editor/knowledge-picker";
import { PrivacyFields } from "../editor/privacy-fields";
import { VoicePicker } from "../editor/voice-picker";
import { WidgetStylingFields } from "../editor/widget-styling-fields";
import { AnswersCard } from "../knowledge/answers-card";
import { FilesCard } from "../knowledge/files-card";
import { KnowledgeState } from "../knowledge/knowledge-state";
import { WebsitesCard } from "../knowledge/websites-card";
import type { SectionProps } from "./section-content";
import { SectionForm } from "./section-form";
import { KNOWLEDGE } from "./texts";

export function SettingsSection(props: SectionProps) {
  const { values, change } = props.draft;
  return (
    <SectionForm {...props}>
      <AssistantTextFields values={values} onChange={change} />
      <VoicePicker value={values.voice} onChange={(voice) => change({ voice })} />
      <WidgetStylingFields values={values} onChange={change} />
    </SectionForm>
  );
}

export function ConversationSection(props: SectionProps) {
  const { values, saved, change } = props.draft;
  return (
    <SectionForm {...props}>
      <ConversationFields
        values={values}
        mayHaveNoLanguage={saved.talk.language === null}
        onChange={change}
      />
    </SectionForm>
  );
}

export function KnowledgeSection(props: SectionProps) {
  const { assistant, draft } = props;
  const { values, saved, change } = draft;
  return (
    <div className="grid gap-6">
      <KnowledgeState assistant={assistant} />
      <AnswersCard assistant={assistant} />
      <SectionForm {...props} title={KNOWLEDGE.file} intro={KNOWLEDGE.intro}>
        <KnowledgePicker
          value={values.knowledge}
          saved={saved.knowledge}
          onChange={(knowledge) => change({ knowledge })}
        />
      </SectionForm>
      <FilesCard assistant={assistant} />
      <WebsitesCard assistant={assistant} />
    </div>
  );
}

export function AfterConversationSection(props: SectionProps) {
  const { values, change } = props.draft;
  return (
    <SectionForm {...props}>
      <AfterCallFields values={values} onChange={change} />
    </SectionForm>
  );
}

export function PrivacySection(props: SectionProps) {
  const { assistant, draft } = props;
  return (
    <SectionForm {...props}>
      <PrivacyFields values={draft.values} live={assistant} onChange={draft.change} />
    </SectionForm>
  );
}
