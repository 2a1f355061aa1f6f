/** How versions of an assistant differ, in words. */
import type { Doc } from "../../../../convex/_generated/dataModel";
import { WIDGET_COLORS, WIDGET_ICONS, WIDGET_SIZES } from "../../../../convex/shared/looks";
import { KIND_NAMES } from "../../../../convex/shared/findings";
import { languageFor } from "../../../../convex/shared/languages";
import { WEEKDAYS } from "../../../../convex/shared/openingHours";
import { DEFAULT_CONVERSATION, SHARE_OF_PLAN } from "../../../../convex/shared/conversation";
import { choiceFor, UNAVAILABLE_CASES } from "../../../../convex/shared/unavailability";
import { VOICES } from "../../../../convex/shared/voices";
import { SETTING_NAMES, type Conversation, type SettingName, type Settings } from "../settings";
import { CHOICE_LABELS, CONVERSATION_LABELS, SETTING_LABELS, UNAVAILABLE_LABELS } from "../texts";
import { COMPARISON, OTHER_LABELS, VALUES } from "./texts";

/** All settings of a version, and its knowledge file. */
export type VersionContent = Doc<"assistantVersions">["content"];

/** Every field of a version has a label. */
const LABELS: Record<keyof VersionContent, string> = {
  ...SETTING_LABELS,
  knowledgeFileId: OTHER_LABELS.knowledgeFile,
  knowledgeFileName: OTHER_LABELS.knowledgeFile,
  onlySignedCalls: OTHER_LABELS.onlySignedCalls,
};
const FIELDS = Object.keys(LABELS) as (keyof VersionContent)[];

type Describe<Value> = (value: Value | undefined) => string;

/** Settings whose stored value is not what people read. All others are shown as they are stored. */
const DESCRIBE: { [Name in SettingName]?: Describe<Settings[Name]> } = {
  voice: (id) => nameIn(VOICES, id),
  widgetColor: (value) =>
    WIDGET_COLORS.find((color) => color.value === value)?.name ?? describe(value),
  widgetIcon: (id) => nameIn(WIDGET_ICONS, id),
  widgetSize: (id) => nameIn(WIDGET_SIZES, id),
  recordsCalls: (isOn) => describe(isOn ?? true),
  callsKeptDays: (days) => (typeof days === "number" ? VALUES.days(days) : VALUES.forever),
  notice: describeNotice,
  findings: describeFindings,
  talk: describeConversation,
};

/** "System prompt, voice". */
export function labelsOf(changed: string[]): string {
  const labels = FIELDS.filter((name) => changed.includes(name)).map((name) => LABELS[name]);
  const [first = "", ...others] = new Set(labels);
  return [first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))].join(
    ", ",
  );
}

export type Difference = { label: string; then: string; now: string };

/** The settings that restoring the version would change. */
export function differences(then: VersionContent, now: VersionContent): Difference[] {
  return SETTING_NAMES.flatMap((name) => {
    const both = { then: describeSetting(name, then), now: describeSetting(name, now) };
    return both.then === both.now ? [] : [{ label: SETTING_LABELS[name], ...both }];
  });
}

/** What happens to the knowledge file; null where both have the same one, or none. */
export function fileNote(then: VersionContent, now: VersionContent): string | null {
  if (then.knowledgeFileId === now.knowledgeFileId) return null;
  const had =
    then.knowledgeFileName === undefined
      ? COMPARISON.hadNoFile
      : COMPARISON.fileGone(then.knowledgeFileName);
  const stays =
    now.knowledgeFileName === undefined
      ? COMPARISON.restoredWithout
      : COMPARISON.restoredWith(now.knowledgeFileName);
  return `${had} ${stays}`;
}

function describeSetting(name: SettingName, content: VersionContent): string {
  const own = (DESCRIBE as Partial<Record<SettingName, Describe<unknown>>>)[name] ?? describe;
  return own(content[name]);
}

function nameIn(list: readonly { id: string; name: string }[], id: string | undefined): string {
  return list.find((one) => one.id === id)?.name ?? describe(id);
}

function describeNotice(notice: Settings["notice"] | undefined): string {
  if (notice === undefined || notice === null) return VALUES.none;
  const { language, text, privacyUrl } = notice;
  return lines([
    [CONVERSATION_LABELS.language, languageFor(language).english],
    [OTHER_LABELS.noticeText, text ?? VALUES.default],
    [OTHER_LABELS.privacyUrl, describe(privacyUrl)],
  ]);
}

function describeFindings(findings: Settings["findings"] = []): string {
  if (findings.length === 0) return VALUES.none;
  return findings
    .map(({ label, kind, choices = [], isRequired }) => {
      const kindName = kind === "choice" ? choices.join(" / ") : KIND_NAMES[kind].toLowerCase();
      return [`${label}: ${kindName}`, ...(isRequired ? [VALUES.required] : [])].join(", ");
    })
    .join("\n");
}

function describeConversation(conversation: Conversation = DEFAULT_CONVERSATION): string {
  const { language, greeting, silenceQuestion, closedWords } = conversation;
  const { minutesADay, openingHours, ...others } = conversation;
  const described: Record<keyof Conversation, string> = {
    language: languageFor(language).english,
    greeting: greeting ?? VALUES.default,
    visitorSpeaksFirst: describe(others.visitorSpeaksFirst),
    asksAfterSeconds: describe(others.asksAfterSeconds),
    silenceQuestion: silenceQuestion ?? VALUES.default,
    endsAfterSeconds: describe(others.endsAfterSeconds),
    longestCallMinutes: describe(others.longestCallMinutes),
    minutesADay:
      minutesADay === SHARE_OF_PLAN
        ? VALUES.shareOfPlan
        : minutesADay === null
          ? VALUES.none
          : VALUES.minutes(minutesADay),
    timeZone: others.timeZone,
    openingHours: describeHours(openingHours),
    closedWords: closedWords ?? VALUES.default,
    acceptsText: describe(others.acceptsText !== false),
    startsWithText: describe(others.startsWithText === true),
    typedGreeting: others.typedGreeting ?? VALUES.default,
    tellsPage: describe(others.tellsPage),
    whenUnavailable: describeChoices(others),
  };
  const fields = Object.keys(described) as (keyof typeof described)[];
  return lines(fields.map((name) => [CONVERSATION_LABELS[name], described[name]]));
}

function describeChoices(conversation: Pick<Conversation, "whenUnavailable">): string {
  const choices = UNAVAILABLE_CASES.map(
    (one) => `${UNAVAILABLE_LABELS[one]}: ${CHOICE_LABELS[choiceFor(conversation, one)]}`,
  );
  return ["", ...choices].join("\n");
}

function describeHours(hours: Conversation["openingHours"]): string {
  if (hours === null) return VALUES.alwaysOpen;
  const days = hours.map((spans, day) => {
    const times = spans.map(({ fromMinute, toMinute }) =>
      VALUES.span(clock(fromMinute), clock(toMinute)),
    );
    return `${WEEKDAYS[day] ?? ""}: ${times.join(", ") || VALUES.closed}`;
  });
  return ["", ...days].join("\n");
}

function clock(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
}

function lines(parts: [label: string, value: string][]): string {
  const separator = (value: string) => (value.startsWith("\n") ? ":" : ": ");
  return parts.map(([label, value]) => label + separator(value) + value).join("\n");
}

/** A list has a line for each of its values. */
function describe(value: unknown): string {
  if (value === undefined || value === null || value === "") return VALUES.none;
  if (typeof value === "boolean") return value ? VALUES.yes : VALUES.no;
  if (Array.isArray(value)) return value.map(describe).join("\n") || VALUES.none;
  return typeof value === "string" ? value : JSON.stringify(value);
}
