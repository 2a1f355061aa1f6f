import type { FunctionArgs } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import type { Doc, Id } from "../../../../convex/_generated/dataModel";
import { tidied, type Finding } from "../../../../convex/catalog/findings";
import { DEFAULT_LOOK } from "../../../../convex/catalog/looks";
import { DEFAULT_TALK, NEW_TALK, tidiedTalk, type Talk } from "../../../../convex/catalog/talk";
import { DEFAULT_VOICE } from "../../../../convex/catalog/voices";

type Content = FunctionArgs<typeof api.assistants.createAssistant>;
/** What an assistant is told, other than its file. */
export type AssistantTexts = Pick<Content, "name" | "systemPrompt" | "assistantGoal" | "voice">;
export type WidgetLook = Pick<Content, "widgetColor" | "widgetIcon" | "widgetSize">;

export type CallPrivacy = {
  recordsCalls: boolean;
  /** Null: for ever. */
  callsKeptDays: NonNullable<Content["callsKeptDays"]> | null;
  /** Null: none is shown. */
  notice: NonNullable<Content["notice"]> | null;
};

export type AfterCall = { findings: Finding[]; successWords: string };

export type Knowledge =
  | { kind: "none" }
  | { kind: "saved"; fileId: Id<"_storage">; name: string }
  | { kind: "chosen"; file: File };

/** What stands in the form. */
export type AssistantValues = AssistantTexts &
  WidgetLook &
  CallPrivacy &
  AfterCall & { talk: Talk; allowedSites: string[]; knowledge: Knowledge };

/** Hours are those of where the owner is, until they say otherwise. */
const TALK: Talk = {
  ...DEFAULT_TALK,
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
};

export const NEW_ASSISTANT: AssistantValues = {
  name: "",
  systemPrompt: "",
  assistantGoal: "",
  voice: DEFAULT_VOICE,
  widgetColor: DEFAULT_LOOK.color,
  widgetIcon: DEFAULT_LOOK.icon,
  widgetSize: DEFAULT_LOOK.size,
  allowedSites: [],
  recordsCalls: true,
  callsKeptDays: null,
  findings: [],
  successWords: "",
  notice: null,
  talk: { ...TALK, minutesADay: NEW_TALK.minutesADay, language: "en" },
  knowledge: { kind: "none" },
};

export function valuesOf(assistant: Doc<"assistants">): AssistantValues {
  const { name, systemPrompt, assistantGoal, voice } = assistant;
  const { widgetColor, widgetIcon, widgetSize, allowedSites = [] } = assistant;
  const texts = { name, systemPrompt, assistantGoal, voice };
  const widget = { widgetColor, widgetIcon, widgetSize, allowedSites };
  const { recordsCalls = true, callsKeptDays = null, notice = null } = assistant;
  const privacy = { recordsCalls, callsKeptDays, notice };
  const { findings = [], successWords = "", talk = TALK } = assistant;
  const afterCall = { findings, successWords, talk };
  return { ...texts, ...widget, ...privacy, ...afterCall, knowledge: knowledgeOf(assistant) };
}

export function areSame(one: AssistantValues, other: AssistantValues): boolean {
  const { knowledge, allowedSites, findings, notice, talk, ...fields } = one;
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return (
    names.every((name) => one[name] === other[name]) &&
    allowedSites.join() === other.allowedSites.join() &&
    JSON.stringify(tidied(findings)) === JSON.stringify(tidied(other.findings)) &&
    isSameNotice(notice, other.notice) &&
    isSameTalk(talk, other.talk) &&
    isSameFile(knowledge, other.knowledge)
  );
}

/** As it is sent: the texts without the blanks around them. */
export function trimmed(values: AssistantValues): AssistantValues {
  const { notice } = values;
  return {
    ...values,
    name: values.name.trim(),
    systemPrompt: values.systemPrompt.trim(),
    assistantGoal: values.assistantGoal.trim(),
    findings: tidied(values.findings),
    successWords: values.successWords.trim(),
    talk: tidiedTalk(values.talk),
    notice: notice && { ...notice, text: notice.text?.trim() ?? null },
  };
}

export function isFilledIn({ name, systemPrompt, assistantGoal }: AssistantTexts): boolean {
  return name !== "" && systemPrompt !== "" && assistantGoal !== "";
}

function knowledgeOf({ knowledgeFileId, knowledgeFileName }: Doc<"assistants">): Knowledge {
  if (knowledgeFileId === undefined) return { kind: "none" };
  return { kind: "saved", fileId: knowledgeFileId, name: knowledgeFileName ?? "" };
}

function isSameNotice(one: CallPrivacy["notice"], other: CallPrivacy["notice"]): boolean {
  if (one === null || other === null) return one === other;
  const names = ["language", "text", "privacyUrl"] as const;
  return names.every((name) => one[name] === other[name]);
}

/** Whatever the order in which their fields came. */
function isSameTalk(one: Talk, other: Talk): boolean {
  const names = Object.keys(DEFAULT_TALK) as (keyof Talk)[];
  const [first, second] = [tidiedTalk(one), tidiedTalk(other)];
  return names.every((name) => JSON.stringify(first[name]) === JSON.stringify(second[name]));
}

function isSameFile(one: Knowledge, other: Knowledge): boolean {
  if (one.kind === "chosen" || other.kind === "chosen") return one === other;
  return one.kind === "saved" && other.kind === "saved"
    ? one.fileId === other.fileId
    : one.kind === other.kind;
}
