/** What a reload took away, as far as it still fits the form. */
import type { Id } from "../../../../convex/_generated/dataModel";
import { FINDING_KINDS } from "../../../../convex/catalog/findings";
import { CALLS_KEPT_DAYS } from "../../../../convex/catalog/limits";
import { LANGUAGES } from "../../../../convex/catalog/languages";
import { DEFAULT_TALK, SHARE_OF_PLAN } from "../../../../convex/catalog/talk";
import { field, formOf } from "../assistant-draft";
import type { AssistantValues } from "./assistant-values";

/** A chosen file cannot be kept: what is saved of it stands there again. */
export function withDraft(
  saved: AssistantValues,
  about: Id<"assistants"> | "new",
  draft: unknown,
): AssistantValues {
  if (formOf(draft) !== about) return saved;
  const values = field(draft, "values");
  const fields = Object.keys(saved).flatMap((name) => {
    const kept = field(values, name);
    return isKept(name, kept) ? [[name, kept]] : [];
  });
  return { ...saved, ...(Object.fromEntries(fields) as Partial<AssistantValues>) };
}

function isKept(name: string, value: unknown): boolean {
  switch (name) {
    case "allowedSites":
      return isTexts(value);
    case "recordsCalls":
      return typeof value === "boolean";
    case "callsKeptDays":
      return value === null || CALLS_KEPT_DAYS.some((days) => days === value);
    case "findings":
      return Array.isArray(value) && value.every(isFinding);
    case "notice":
      return value === null || isNotice(value);
    case "talk":
      return isTalk(value);
    default:
      return typeof value === "string";
  }
}

function isFinding(value: unknown): boolean {
  const choices = field(value, "choices");
  return (
    typeof field(value, "label") === "string" &&
    FINDING_KINDS.some((kind) => kind === field(value, "kind")) &&
    typeof field(value, "isRequired") === "boolean" &&
    (choices === undefined || isTexts(choices))
  );
}

function isNotice(value: unknown): boolean {
  const isTextOrNull = (one: unknown) => one === null || typeof one === "string";
  return (
    LANGUAGES.some(({ id }) => id === field(value, "language")) &&
    isTextOrNull(field(value, "text")) &&
    isTextOrNull(field(value, "privacyUrl"))
  );
}

function isTalk(value: unknown): boolean {
  return Object.entries(DEFAULT_TALK).every(([name, usual]) => {
    const kept = field(value, name);
    switch (name) {
      case "language":
        return kept === null || LANGUAGES.some(({ id }) => id === kept);
      case "openingHours":
        return kept === null || (Array.isArray(kept) && kept.every(isDay));
      case "asksAfterSeconds":
        return kept === null || typeof kept === "number";
      case "minutesADay":
        return kept === SHARE_OF_PLAN || kept === null || typeof kept === "number";
      case "greeting":
      case "silenceQuestion":
      case "closedWords":
        return kept === null || typeof kept === "string";
      default:
        return typeof kept === typeof usual;
    }
  });
}

function isDay(value: unknown): boolean {
  const isMinute = (one: unknown) => typeof one === "number";
  const isSpan = (one: unknown) =>
    isMinute(field(one, "fromMinute")) && isMinute(field(one, "toMinute"));
  return Array.isArray(value) && value.every(isSpan);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
