/** What versions of an assistant hold, in words. */
import type { Doc } from "../../../../convex/_generated/dataModel";
import { WIDGET_COLORS, WIDGET_ICONS, WIDGET_SIZES } from "../../../../convex/catalog/looks";
import { languageFor } from "../../../../convex/catalog/languages";
import { WEEKDAYS } from "../../../../convex/catalog/openingHours";
import { DEFAULT_TALK, SHARE_OF_PLAN, type Talk } from "../../../../convex/catalog/talk";
import { VOICES } from "../../../../convex/catalog/voices";

/** All that an owner decides. */
export type VersionContent = Doc<"assistantVersions">["content"];
type FieldName = keyof VersionContent;

type FieldWords = {
  label: string;
  /** Where a value is not to be shown as it is kept. */
  words?: (value: unknown) => string;
};

/** Every field needs a name here, or the types do not fit; how it is shown goes without saying. */
const FIELDS: Required<Record<FieldName, FieldWords>> = {
  name: { label: "Name" },
  systemPrompt: { label: "Prompt" },
  assistantGoal: { label: "Goal" },
  voice: { label: "Voice", words: (id) => nameIn(VOICES, id) },
  knowledgeFileId: { label: "Knowledge file" },
  knowledgeFileName: { label: "Knowledge file" },
  widgetColor: {
    label: "Color",
    words: (value) => WIDGET_COLORS.find((color) => color.value === value)?.name ?? inWords(value),
  },
  widgetIcon: { label: "Icon", words: (id) => nameIn(WIDGET_ICONS, id) },
  widgetSize: { label: "Size", words: (id) => nameIn(WIDGET_SIZES, id) },
  recordsCalls: { label: "Recording", words: (value) => inWords(value ?? true) },
  callsKeptDays: {
    label: "How long calls are kept",
    words: (days) => (typeof days === "number" ? `${days} days` : "For ever"),
  },
  notice: { label: "Notice before a call" },
  allowedSites: { label: "Allowed websites" },
  onlySignedCalls: { label: "Only signed calls", words: (value) => inWords(value ?? false) },
  findings: { label: "What to find out" },
  successWords: { label: "What a success is" },
  talk: { label: "The talk", words: talkInWords },
};

/** Restoring a version leaves these as they are; of a file there is a note instead. */
const NOT_RESTORED: string[] = ["knowledgeFileId", "knowledgeFileName", "onlySignedCalls"];
const NAMES = Object.keys(FIELDS) as FieldName[];

/** "Prompt, voice". */
export function changedWords(changed: string[]): string {
  const labels = NAMES.filter((name) => changed.includes(name)).map((name) => FIELDS[name].label);
  const [first = "", ...others] = new Set(labels);
  return [first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))].join(
    ", ",
  );
}

export type Difference = { label: string; then: string; now: string };

/** What is not as it was. */
export function differences(then: VersionContent, now: VersionContent): Difference[] {
  return NAMES.flatMap((name) => {
    if (NOT_RESTORED.includes(name)) return [];
    const { label, words = inWords } = FIELDS[name];
    const both = { then: words(then[name]), now: words(now[name]) };
    return both.then === both.now ? [] : [{ label, ...both }];
  });
}

/** Null where the file is the same, or there is none in both. */
export function fileNote(then: VersionContent, now: VersionContent): string | null {
  if (then.knowledgeFileId === now.knowledgeFileId) return null;
  const had =
    then.knowledgeFileName === undefined
      ? "It had no knowledge file."
      : `Its knowledge file “${then.knowledgeFileName}” is gone.`;
  return now.knowledgeFileName === undefined
    ? `${had} Restoring leaves the assistant without one.`
    : `${had} Restoring keeps “${now.knowledgeFileName}”.`;
}

function nameIn(list: readonly { id: string; name: string }[], id: unknown): string {
  return list.find((one) => one.id === id)?.name ?? inWords(id);
}

function talkInWords(value: unknown): string {
  const { language, openingHours, minutesADay, ...others } =
    (value as Talk | undefined) ?? DEFAULT_TALK;
  const limit = minutesADay === SHARE_OF_PLAN ? "A fifth of the plan's minutes" : minutesADay;
  const days = openingHours?.map((spans, day) => {
    const times = spans.map(
      ({ fromMinute, toMinute }) => `${time(fromMinute)} to ${time(toMinute)}`,
    );
    return `${WEEKDAYS[day] ?? ""}: ${times.join(", ") || "closed"}`;
  });
  const open = days ?? ["Always open"];
  return [
    `Language: ${languageFor(language).english}`,
    inWords({ ...others, minutesADay: limit }),
    ...open,
  ].join("\n");
}

/** By the clock on the wall. */
function time(minute: number): string {
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
}

/** Any value there may be, a line for each part of it. */
function inWords(value: unknown): string {
  if (value === undefined || value === null || value === "") return "None";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length === 0 ? "None" : value.map(inOneLine).join("\n");
  if (typeof value === "string") return value;
  if (typeof value !== "object") return JSON.stringify(value);
  const parts = Object.entries(value).filter(([, part]) => part !== undefined);
  return parts.map(([name, part]) => `${spaced(name)}: ${inOneLine(part)}`).join("\n");
}

function inOneLine(value: unknown): string {
  return inWords(value).split("\n").join(", ");
}

/** `privacyUrl` is "Privacy url". */
function spaced(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
