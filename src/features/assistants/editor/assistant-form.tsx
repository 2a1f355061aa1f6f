import {
  Suspense,
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
import { lazyPart } from "../../../components/lazy-part";
import { Spinner } from "../../../components/spinner";
import { Tab, Tabs } from "../../../components/tabs";
import { readDraft, useDraft } from "../../../lib/drafts";
import { mayLeave, useUnsavedChanges } from "../../../lib/unsaved-changes";
import { useOneAtATime } from "../../../lib/use-one-at-a-time";
import { areSame, tabOf, TABS, type AssistantValues, type TabName } from "../settings";
import { AfterCallFields } from "./after-call-fields";
import { AssistantSettingsFields } from "./assistant-settings-fields";
import { DRAFT } from "./draft";
import { withDraft } from "./restore-draft";
import { PrivacyFields } from "./privacy-fields";
import { FORM, TAB_TITLES } from "./texts";
import type { Save } from "./use-save-assistant";
import { WidgetStylingFields } from "./widget-styling-fields";

const ConversationFields = lazyPart(
  () => import("./conversation/conversation-fields"),
  "ConversationFields",
);

type AssistantFormProps = {
  title: string;
  /** The assistant that is edited, or "new". */
  about: Id<"assistants"> | "new";
  /** The values as saved, or those of a new assistant. */
  saved: AssistantValues;
  /** Websites that have loaded its button. */
  seenSites?: string[];
  /** Settings of an existing assistant that are saved by themselves, not with the form. */
  ownSettings?: ReactNode;
  save: Save;
  texts: { submit: string; submitting: string; reset?: string; close?: string; note?: string };
  /** Shown above the tabs. */
  header?: (
    values: AssistantValues,
    change: (changed: Partial<AssistantValues>) => void,
  ) => ReactNode;
  onClose: () => void;
};

export function AssistantForm(props: AssistantFormProps) {
  const { title, about, saved, seenSites = [], ownSettings, save, texts, header, onClose } = props;
  const [values, setValues] = useState(() => withDraft(saved, about, readDraft(DRAFT)));
  const [tab, setTab] = useState<TabName>(TABS[0]);
  const [wasConversationOpened, setWasConversationOpened] = useState(false);
  const { isBusy, run } = useOneAtATime();
  const nameField = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const titleId = useId();
  const hasChanges = !areSame(values, saved);
  useUnsavedChanges(hasChanges);
  useDraft(DRAFT, hasChanges ? { about, values } : null);

  useEffect(() => nameField.current?.focus(), []);
  useEffect(() => {
    // The button lost the focus while it was disabled.
    if (hasFailed && !isBusy) submitButton.current?.focus();
  }, [hasFailed, isBusy]);

  function change(changed: Partial<AssistantValues>) {
    setValues((current) => ({ ...current, ...changed }));
  }

  function open(opened: string) {
    const name = TABS.find((one) => one === opened) ?? TABS[0];
    setTab(name);
    if (name === "conversation") setWasConversationOpened(true);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setHasFailed(false);
    run(async () => {
      if (await save(values)) onClose();
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
      className="grid w-full max-w-form gap-5 rounded-card border border-line bg-surface p-4 shadow-soft sm:p-6"
      onSubmit={submit}
      onInvalid={showInvalid}
    >
      <h2 id={titleId} className="min-w-0 text-lead font-semibold break-words">
        {title}
      </h2>
      {/* Whatever is typed during a save would be lost when the form closes. */}
      <fieldset disabled={isBusy} className="grid min-w-0 gap-5">
        {header?.(values, change)}
        <Tabs value={tab} onChange={open} label={title}>
          <Tab value="settings" title={TAB_TITLES.settings}>
            <AssistantSettingsFields
              values={values}
              saved={saved}
              onChange={change}
              nameField={nameField}
            />
          </Tab>
          <Tab value="styling" title={TAB_TITLES.styling}>
            <WidgetStylingFields
              values={values}
              seenSites={seenSites}
              ownSettings={ownSettings}
              onChange={change}
            />
          </Tab>
          <Tab value="conversation" title={TAB_TITLES.conversation}>
            {wasConversationOpened && (
              <Suspense fallback={<Spinner label={FORM.loadingTab} />}>
                <ConversationFields
                  values={values}
                  mayHaveNoLanguage={saved.talk.language === null}
                  onChange={change}
                />
              </Suspense>
            )}
          </Tab>
          <Tab value="afterCall" title={TAB_TITLES.afterCall}>
            <AfterCallFields values={values} onChange={change} />
          </Tab>
          <Tab value="privacy" title={TAB_TITLES.privacy}>
            <PrivacyFields values={values} saved={saved} onChange={change} />
          </Tab>
        </Tabs>
      </fieldset>
      {texts.note !== undefined && <p className="text-muted">{texts.note}</p>}
      <div className="flex flex-wrap gap-3">
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
