import {
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type SubmitEvent,
  type SyntheticEvent,
} from "react";
import { flushSync } from "react-dom";
import type { Id } from "../../../../convex/_generated/dataModel";
import { Button } from "../../../components/button";
import { Tab, Tabs } from "../../../components/tabs";
import { readDraft, useDraft } from "../../../lib/drafts";
import { mayLeave, useUnsavedChanges } from "../../../lib/unsaved-changes";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { areSame, tabOf, TABS, type AssistantValues, type TabName } from "../settings";
import { AssistantTextFields } from "./assistant-text-fields";
import { DRAFT } from "./draft";
import { KnowledgePicker } from "./knowledge-picker";
import { withDraft } from "./restore-draft";
import { TAB_TITLES } from "./texts";
import type { Save } from "./use-save-assistant";
import { VoicePicker } from "./voice-picker";
import { WidgetPreview } from "./widget-preview";
import { WidgetStylingFields } from "./widget-styling-fields";

type AssistantFormProps = {
  title: string;
  /** The assistant that is edited, or "new". */
  about: Id<"assistants"> | "new";
  /** The values as saved, or those of a new assistant. */
  saved: AssistantValues;
  save: Save;
  texts: { submit: string; submitting: string; reset?: string; close?: string; note?: string };
  /** Renders the area above the tabs, with the given heading in it. */
  header: (
    heading: ReactNode,
    values: AssistantValues,
    change: (changed: Partial<AssistantValues>) => void,
  ) => ReactNode;
  onClose: () => void;
};

export function AssistantForm(props: AssistantFormProps) {
  const { title, about, save, texts, header, onClose } = props;
  // Changes are compared with the settings at the time when the form opened.
  const [saved] = useState(props.saved);
  const [values, setValues] = useState(() => withDraft(saved, about, readDraft(DRAFT)));
  const [tab, setTab] = useState<TabName>(TABS[0]);
  const { isBusy, run } = useOneAtATime();
  const nameField = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const titleId = useId();
  const hasChanges = !areSame(values, saved);
  useUnsavedChanges(hasChanges, { hasDraft: true });
  useDraft(DRAFT, hasChanges ? { about, values } : null);

  useEffect(() => nameField.current?.focus(), []);
  useEffect(() => {
    // The button lost the focus while it was disabled.
    if (hasFailed && !isBusy) submitButton.current?.focus();
  }, [hasFailed, isBusy]);

  function change(changed: Partial<AssistantValues>) {
    setValues((current) => ({ ...current, ...changed }));
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setHasFailed(false);
    run(async () => {
      if (await save(values, saved)) onClose();
      else setHasFailed(true);
    });
  }

  /** The browser focuses the invalid input as soon as this returns, so its tab has to be open by then. */
  function showInvalid({ target }: SyntheticEvent) {
    const wanted = tabOf((target as HTMLInputElement).name);
    if (tab !== wanted) flushSync(() => setTab(wanted));
  }

  return (
    <form
      aria-labelledby={titleId}
      className="grid gap-5 rounded-card border border-line bg-surface p-4 shadow-soft sm:p-6"
      onSubmit={submit}
      onInvalid={showInvalid}
    >
      {/* Whatever is typed during a save would be lost when the form closes. */}
      <fieldset disabled={isBusy} className="grid min-w-0 gap-5">
        {header(
          <h2 id={titleId} className="min-w-0 text-lead font-semibold break-words">
            {title}
          </h2>,
          values,
          change,
        )}
        <Tabs
          value={tab}
          onChange={(opened) => setTab(TABS.find((one) => one === opened) ?? TABS[0])}
          label={title}
        >
          <Tab value="settings" title={TAB_TITLES.settings}>
            <div className="grid gap-5 lg:grid-cols-2 lg:gap-x-8">
              <AssistantTextFields values={values} onChange={change} nameField={nameField} />
              <div className="grid content-start gap-5">
                <VoicePicker value={values.voice} onChange={(voice) => change({ voice })} />
                <KnowledgePicker
                  value={values.knowledge}
                  saved={saved.knowledge}
                  onChange={(knowledge) => change({ knowledge })}
                />
              </div>
            </div>
          </Tab>
          <Tab value="styling" title={TAB_TITLES.styling}>
            <div className="grid gap-5 lg:grid-cols-2 lg:gap-x-8">
              <WidgetStylingFields values={values} onChange={change} />
              <WidgetPreview look={values} />
            </div>
          </Tab>
        </Tabs>
      </fieldset>
      {texts.note !== undefined && <p className="text-muted">{texts.note}</p>}
      <div className="flex flex-wrap gap-2 sm:gap-3">
        <Button ref={submitButton} type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? texts.submitting : texts.submit}
        </Button>
        {texts.reset !== undefined && (
          <Button
            disabled={isBusy || !hasChanges}
            onClick={() => {
              setValues(saved);
            }}
          >
            {texts.reset}
          </Button>
        )}
        {texts.close !== undefined && (
          <Button
            variant="quiet"
            disabled={isBusy}
            onClick={() => {
              if (mayLeave()) onClose();
            }}
          >
            {texts.close}
          </Button>
        )}
      </div>
    </form>
  );
}
