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
import { AfterCallFields, FINDING_FIELD } from "./after-call-fields";
import { SITE_FIELD } from "./allowed-sites";
import { AssistantSettingsFields } from "./assistant-settings-fields";
import { DRAFT } from "../assistant-draft";
import { areSame, type AssistantValues } from "./assistant-values";
import { withDraft } from "./restore-draft";
import { NOTICE_FIELD } from "./consent-notice-fields";
import { PrivacyFields } from "./privacy-fields";
import { TALK_FIELD } from "./conversation/field-name";
import type { Save } from "./use-save-assistant";
import { WidgetStylingFields } from "./widget-styling-fields";

const TalkFields = lazyPart(() => import("./conversation/conversation-fields"), "TalkFields");

/** Of fields that are not among the settings. */
const TAB_OF: Record<string, string> = {
  [SITE_FIELD]: "styling",
  [TALK_FIELD]: "talk",
  [FINDING_FIELD]: "after",
  [NOTICE_FIELD]: "privacy",
};

type AssistantFormProps = {
  title: string;
  /** Which one it is about, or that it is a new one. */
  about: Id<"assistants"> | "new";
  /** As they are saved, or as a new assistant begins. */
  saved: AssistantValues;
  /** Websites on which its button was asked for. */
  seenSites?: string[];
  /** Under the sites, of an assistant that is there already. */
  aboutCalls?: ReactNode;
  save: Save;
  words: { submit: string; submitting: string; reset?: string; close?: string; note?: string };
  /** What stands above the tabs. */
  beginning?: (
    values: AssistantValues,
    change: (changed: Partial<AssistantValues>) => void,
  ) => ReactNode;
  onClose: () => void;
};

export function AssistantForm(props: AssistantFormProps) {
  const {
    title,
    about,
    saved,
    seenSites = [],
    aboutCalls,
    save,
    words,
    beginning,
    onClose,
  } = props;
  const [values, setValues] = useState(() => withDraft(saved, about, readDraft(DRAFT)));
  const [tab, setTab] = useState("settings");
  const [wasTalkOpened, setWasTalkOpened] = useState(false);
  const { isBusy, run } = useOneAtATime();
  const nameField = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const [isRefused, setIsRefused] = useState(false);
  const titleId = useId();
  const hasChanges = !areSame(values, saved);
  useUnsavedChanges(hasChanges);
  useDraft(DRAFT, hasChanges ? { about, values } : null);

  useEffect(() => nameField.current?.focus(), []);
  useEffect(() => {
    // What is disabled loses the focus.
    if (isRefused && !isBusy) submitButton.current?.focus();
  }, [isRefused, isBusy]);

  function change(changed: Partial<AssistantValues>) {
    setValues((current) => ({ ...current, ...changed }));
  }

  function open(opened: string) {
    setTab(opened);
    if (opened === "talk") setWasTalkOpened(true);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsRefused(false);
    run(async () => {
      if (await save(values)) onClose();
      else setIsRefused(true);
    });
  }

  /** The browser points at what is missing as soon as this returns: it has to be on screen. */
  function showMissing({ target }: SyntheticEvent) {
    const wanted = TAB_OF[(target as HTMLInputElement).name] ?? "settings";
    if (tab !== wanted) flushSync(() => setTab(wanted));
  }

  return (
    <form
      aria-labelledby={titleId}
      className="grid w-full max-w-form gap-5 rounded-card border border-line bg-surface p-4 shadow-soft sm:p-6"
      onSubmit={submit}
      onInvalid={showMissing}
    >
      <h2 id={titleId} className="min-w-0 text-lead font-semibold break-words">
        {title}
      </h2>
      {/* What is typed while it is being saved would be lost with the form. */}
      <fieldset disabled={isBusy} className="grid min-w-0 gap-5">
        {beginning?.(values, change)}
        <Tabs value={tab} onChange={open} label={title}>
          <Tab value="settings" title="Assistant Settings">
            <AssistantSettingsFields
              values={values}
              saved={saved}
              onChange={change}
              nameField={nameField}
            />
          </Tab>
          <Tab value="styling" title="Widget Styling">
            <WidgetStylingFields
              values={values}
              seenSites={seenSites}
              aboutCalls={aboutCalls}
              onChange={change}
            />
          </Tab>
          <Tab value="talk" title="The talk">
            {wasTalkOpened && (
              <Suspense fallback={<Spinner label="Loading the talk" />}>
                <TalkFields
                  values={values}
                  isLanguageOpen={saved.talk.language === null}
                  onChange={change}
                />
              </Suspense>
            )}
          </Tab>
          <Tab value="after" title="After the call">
            <AfterCallFields values={values} onChange={change} />
          </Tab>
          <Tab value="privacy" title="Privacy">
            <PrivacyFields values={values} saved={saved} onChange={change} />
          </Tab>
        </Tabs>
      </fieldset>
      {words.note !== undefined && <p className="text-muted">{words.note}</p>}
      <div className="flex flex-wrap gap-3">
        <Button ref={submitButton} type="submit" variant="primary" disabled={isBusy}>
          {isBusy ? words.submitting : words.submit}
        </Button>
        {words.reset !== undefined && (
          <Button
            disabled={isBusy || !hasChanges}
            onClick={() => {
              setValues(saved);
            }}
          >
            {words.reset}
          </Button>
        )}
        {words.close !== undefined && (
          <Button
            variant="quiet"
            disabled={isBusy}
            onClick={() => {
              if (mayLeave()) onClose();
            }}
          >
            {words.close}
          </Button>
        )}
      </div>
    </form>
  );
}
