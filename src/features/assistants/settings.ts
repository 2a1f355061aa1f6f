/**
 * The settings of an assistant. The form, the sections of the assistant's page, drafts, saving and the comparison of versions
 * all go by this list. Its names and types are those of `assistants.updateAssistant`, so a setting that is missing here,
 * in `texts.ts` or in the form fails the type check or settings.test.tsx.
 */
import type { FunctionArgs } from "convex/server";
import { compareValues, type Value } from "convex/values";
import type { api } from "../../../convex/_generated/api";
import type { Doc, Id } from "../../../convex/_generated/dataModel";
import { tidyFindings } from "../../../convex/shared/findings";
import { DEFAULT_LOOK } from "../../../convex/shared/looks";
import {
  DEFAULT_CONVERSATION,
  NEW_CONVERSATION,
  tidyConversation,
} from "../../../convex/shared/conversation";
import { DEFAULT_VOICE } from "../../../convex/shared/voices";

type Saved = FunctionArgs<typeof api.assistants.updateAssistant>;
type SentToVoiceService = FunctionArgs<typeof api.assistants.createVoiceAssistant>;

/** The knowledge file is not among them: the form holds it as `Knowledge`. */
export type SettingName = Exclude<
  keyof Saved,
  "assistantId" | "knowledgeFileId" | "knowledgeFileName"
>;
export type Settings = { [Name in SettingName]: Exclude<Saved[Name], undefined> };
export type Conversation = Settings["talk"];
export type ConversationField = keyof Conversation;

export type Knowledge =
  | { kind: "none" }
  | { kind: "saved"; fileId: Id<"_storage">; name: string }
  | { kind: "chosen"; file: File };

/** What the form holds. */
export type AssistantValues = Settings & { knowledge: Knowledge };

/** The tabs of the form in which an assistant is created and edited, in their order. */
export const TABS = ["settings", "styling"] as const;
export type TabName = (typeof TABS)[number];

/** A setting is in a tab of the form and on the assistant's page, or only in a section of that page. */
export type SettingPlace = TabName | "conversation" | "sites" | "afterCall" | "privacy";

interface Rules<Name extends SettingName> {
  place: SettingPlace;
  /** Of a new assistant. */
  initial: Settings[Name];
  /** Of an assistant that was saved before this setting existed, where that is not `initial`. */
  whenMissing?: Settings[Name];
  /** What is saved of what was entered. Text that stands by itself is trimmed without this. */
  tidy?: (value: Settings[Name]) => Settings[Name];
}

type Setting<Name extends SettingName> = Rules<Name> &
  (Name extends keyof SentToVoiceService ? { isSentToVoiceService: true } : unknown);

/** Opening hours are in the owner's time zone until they choose another. */
const CONVERSATION: Conversation = {
  ...DEFAULT_CONVERSATION,
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

const SETTINGS: { [Name in SettingName]: Setting<Name> } = {
  name: { place: "settings", initial: "", isSentToVoiceService: true },
  systemPrompt: { place: "settings", initial: "", isSentToVoiceService: true },
  assistantGoal: { place: "settings", initial: "", isSentToVoiceService: true },
  voice: { place: "settings", initial: DEFAULT_VOICE, isSentToVoiceService: true },
  widgetColor: { place: "styling", initial: DEFAULT_LOOK.color },
  widgetIcon: { place: "styling", initial: DEFAULT_LOOK.icon },
  widgetSize: { place: "styling", initial: DEFAULT_LOOK.size },
  allowedSites: { place: "sites", initial: [] },
  talk: {
    place: "conversation",
    initial: { ...CONVERSATION, minutesADay: NEW_CONVERSATION.minutesADay, language: "en" },
    whenMissing: CONVERSATION,
    tidy: tidyConversation,
    isSentToVoiceService: true,
  },
  findings: { place: "afterCall", initial: [], tidy: tidyFindings, isSentToVoiceService: true },
  successWords: { place: "afterCall", initial: "", isSentToVoiceService: true },
  recordsCalls: { place: "privacy", initial: true },
  callsKeptDays: { place: "privacy", initial: null },
  notice: {
    place: "privacy",
    initial: null,
    tidy: (notice) => notice && { ...notice, text: notice.text?.trim() ?? null },
  },
};

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export function placeOf(name: SettingName): SettingPlace {
  return SETTINGS[name].place;
}

/** The tab with the input of this name. Inputs have the names of their settings; others are in the first tab. */
export function tabOf(inputName: string): TabName {
  const name = SETTING_NAMES.find((one) => one === inputName);
  return TABS.find((tab) => name !== undefined && tab === placeOf(name)) ?? TABS[0];
}

export const NEW_ASSISTANT: AssistantValues = {
  ...settingsFrom((name) => SETTINGS[name].initial),
  knowledge: { kind: "none" },
};

export function valuesOf(assistant: Doc<"assistants">): AssistantValues {
  const settings = settingsFrom((name) => {
    const { initial, whenMissing = initial } = SETTINGS[name];
    return assistant[name] ?? whenMissing;
  });
  return { ...settings, knowledge: knowledgeOf(assistant) };
}

/** What is saved of what was entered. */
export function tidiedValues(values: AssistantValues): AssistantValues {
  const settings = settingsFrom((name) => tidiedValue(name, values[name]));
  return { ...settings, knowledge: values.knowledge };
}

/** Whether saving one would save the same as saving the other. */
export function areSame(one: AssistantValues, other: AssistantValues): boolean {
  return Object.keys(changesIn(one, other)).length === 0;
}

/** The settings that saving `values` would change. */
export function changesIn(
  values: AssistantValues,
  saved: AssistantValues,
): Partial<AssistantValues> {
  const [entered, before] = [tidiedValues(values), tidiedValues(saved)];
  const changed = SETTING_NAMES.filter((name) => !isEqual(entered[name], before[name]));
  const settings: Partial<Settings> = Object.fromEntries(
    changed.map((name) => [name, values[name]]),
  );
  return isSameFile(values.knowledge, saved.knowledge)
    ? settings
    : { ...settings, knowledge: values.knowledge };
}

export function isFilledIn({ name, systemPrompt, assistantGoal }: AssistantValues): boolean {
  return name !== "" && systemPrompt !== "" && assistantGoal !== "";
}

/** What the voice service is given to create an assistant. */
export function voiceServiceSettings(
  settings: Settings,
): Pick<Settings, SettingName & keyof SentToVoiceService> {
  const names = SETTING_NAMES.filter((name) => "isSentToVoiceService" in SETTINGS[name]);
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Settings;
}

function settingsFrom(valueOf: (name: SettingName) => unknown): Settings {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, valueOf(name)])) as Settings;
}

function tidiedValue<Name extends SettingName>(name: Name, value: Settings[Name]): unknown {
  const rules: { [One in SettingName]: Rules<One> } = SETTINGS;
  const { tidy } = rules[name];
  if (tidy !== undefined) return tidy(value);
  return typeof value === "string" ? value.trim() : value;
}

/** Whatever the order of an object's fields. */
function isEqual(one: unknown, other: unknown): boolean {
  return compareValues(one as Value, other as Value) === 0;
}

function knowledgeOf({ knowledgeFileId, knowledgeFileName }: Doc<"assistants">): Knowledge {
  if (knowledgeFileId === undefined) return { kind: "none" };
  return { kind: "saved", fileId: knowledgeFileId, name: knowledgeFileName ?? "" };
}

function isSameFile(one: Knowledge, other: Knowledge): boolean {
  if (one.kind === "chosen" || other.kind === "chosen") return one === other;
  return one.kind === "saved" && other.kind === "saved"
    ? one.fileId === other.fileId
    : one.kind === other.kind;
}
