/** What was in the form before the app reloaded itself. An older build may have written it, so every value is checked. */
import { FINDING_KINDS } from "../../../../convex/shared/findings";
import { CALLS_KEPT_DAYS } from "../../../../convex/shared/limits";
import { LANGUAGES } from "../../../../convex/shared/languages";
import { DEFAULT_CONVERSATION, SHARE_OF_PLAN } from "../../../../convex/shared/conversation";
import {
  NEW_ASSISTANT,
  SETTING_NAMES,
  type AssistantValues,
  type ConversationField,
  type Conversation,
  type SettingName,
  type Settings,
} from "../settings";
import { fieldOf } from "../../../lib/field-of";
import { formOf } from "./draft";

/** A chosen file cannot be part of a draft; the form shows the saved file again. */
export function withDraft(saved: AssistantValues, about: string, draft: unknown): AssistantValues {
  if (formOf(draft) !== about) return saved;
  const values = fieldOf(draft, "values");
  const restored = SETTING_NAMES.flatMap((name) => {
    const value = fieldOf(values, name);
    return isValid(name, value) ? [[name, value]] : [];
  });
  return { ...saved, ...(Object.fromEntries(restored) as Partial<Settings>) };
}

type IsValid = (value: unknown) => boolean;
/** Every setting that is neither a text nor a yes or no needs a check of its own. */
type Checked<Values> = {
  [Name in keyof Values as Values[Name] extends string | boolean ? never : Name]: IsValid;
};

const SETTING_CHECKS: Checked<Settings> = {
  allowedSites: isTexts,
  callsKeptDays: (value) => value === null || CALLS_KEPT_DAYS.some((days) => days === value),
  findings: (value) => Array.isArray(value) && value.every(isFinding),
  notice: (value) => value === null || isNotice(value),
  talk: isConversation,
};

const CONVERSATION_CHECKS: Checked<Conversation> = {
  language: (value) => value === null || isLanguage(value),
  greeting: isTextOrNull,
  asksAfterSeconds: (value) => value === null || typeof value === "number",
  silenceQuestion: isTextOrNull,
  endsAfterSeconds: (value) => typeof value === "number",
  longestCallMinutes: (value) => typeof value === "number",
  minutesADay: (value) => value === null || value === SHARE_OF_PLAN || typeof value === "number",
  openingHours: (value) => value === null || (Array.isArray(value) && value.every(isDay)),
  closedWords: isTextOrNull,
};

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function isValid(name: SettingName, value: unknown): boolean {
  const check = (SETTING_CHECKS as Partial<Record<SettingName, IsValid>>)[name];
  return check === undefined ? typeof value === typeof NEW_ASSISTANT[name] : check(value);
}

function isConversation(value: unknown): boolean {
  const checks: Partial<Record<ConversationField, IsValid>> = CONVERSATION_CHECKS;
  const optional: [ConversationField, IsValid][] = [
    ["acceptsText", isBoolean],
    ["startsWithText", isBoolean],
    ["typedGreeting", isTextOrNull],
  ];
  const areOptionalRight = optional.every(([name, check]) => {
    const one = fieldOf(value, name);
    return one === undefined || check(one);
  });
  if (!areOptionalRight) return false;
  return Object.entries(DEFAULT_CONVERSATION).every(([name, usual]) => {
    const check = checks[name as ConversationField];
    const one = fieldOf(value, name);
    return check === undefined ? typeof one === typeof usual : check(one);
  });
}

function isFinding(value: unknown): boolean {
  const choices = fieldOf(value, "choices");
  return (
    typeof fieldOf(value, "label") === "string" &&
    FINDING_KINDS.some((kind) => kind === fieldOf(value, "kind")) &&
    typeof fieldOf(value, "isRequired") === "boolean" &&
    (choices === undefined || isTexts(choices))
  );
}

function isNotice(value: unknown): boolean {
  return (
    isLanguage(fieldOf(value, "language")) &&
    isTextOrNull(fieldOf(value, "text")) &&
    isTextOrNull(fieldOf(value, "privacyUrl"))
  );
}

function isDay(value: unknown): boolean {
  const isMinute = (one: unknown) => typeof one === "number";
  const isSpan = (one: unknown) =>
    isMinute(fieldOf(one, "fromMinute")) && isMinute(fieldOf(one, "toMinute"));
  return Array.isArray(value) && value.every(isSpan);
}

function isLanguage(value: unknown): boolean {
  return LANGUAGES.some(({ id }) => id === value);
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
