import { pick } from "convex-helpers";
import { literals } from "convex-helpers/validators";
import { type Infer, type ObjectType, v } from "convex/values";
import { finding } from "../inbox/table";
import { SHARE_OF_PLAN } from "../shared/conversation";
import { LANGUAGES } from "../shared/languages";
import { CALLS_KEPT_DAYS } from "../shared/limits";
import { WIDGET_COLORS, WIDGET_ICONS, WIDGET_SIZES } from "../shared/looks";
import { VOICES } from "../shared/voices";

const language = literals(...LANGUAGES.map(({ id }) => id));

/** As `shared/conversation` has it. */
export const talk = v.object({
  language: v.union(language, v.null()),
  greeting: v.union(v.string(), v.null()),
  visitorSpeaksFirst: v.boolean(),
  asksAfterSeconds: v.union(v.number(), v.null()),
  silenceQuestion: v.union(v.string(), v.null()),
  endsAfterSeconds: v.number(),
  longestCallMinutes: v.number(),
  minutesADay: v.union(v.number(), v.literal(SHARE_OF_PLAN), v.null()),
  timeZone: v.string(),
  openingHours: v.union(
    v.array(v.array(v.object({ fromMinute: v.number(), toMinute: v.number() }))),
    v.null(),
  ),
  closedWords: v.union(v.string(), v.null()),
  tellsPage: v.boolean(),
});

/** What an assistant's visitors agree to before their first call. */
export const notice = v.object({
  language,
  /** In the owner's own words; null: as it is ready. */
  text: v.union(v.string(), v.null()),
  privacyUrl: v.union(v.string(), v.null()),
});
export type Notice = Infer<typeof notice>;

/**
 * The settings of an assistant. Creating, saving, versions and the form go by this list. The rules for their values are in
 * `validContent` (assistants.ts).
 */
export const assistantContent = {
  name: v.string(),
  systemPrompt: v.string(),
  assistantGoal: v.string(),
  voice: literals(...VOICES.map((voice) => voice.id)),
  knowledgeFileId: v.optional(v.id("_storage")),
  knowledgeFileName: v.optional(v.string()),
  widgetColor: literals(...WIDGET_COLORS.map((color) => color.value)),
  widgetIcon: literals(...WIDGET_ICONS.map((icon) => icon.id)),
  widgetSize: literals(...WIDGET_SIZES.map((size) => size.id)),
  /** Missing: they are recorded. */
  recordsCalls: v.optional(v.boolean()),
  /** Null or missing: for ever. */
  callsKeptDays: v.optional(v.union(literals(...CALLS_KEPT_DAYS), v.null())),
  /** Null or missing: none is shown. */
  notice: v.optional(v.union(notice, v.null())),
  /** The websites on which its button may stand; none: on every one. */
  allowedSites: v.optional(v.array(v.string())),
  /** What is to be found out in each call. */
  findings: v.optional(v.array(finding)),
  /** When a call was a success, in the owner's words. */
  successWords: v.optional(v.string()),
  /** Missing: all of it is as it is until something is decided. */
  talk: v.optional(talk),
};

/** The settings that go into the assistant at the voice platform. */
export const voiceSettings = pick(assistantContent, [
  "name",
  "systemPrompt",
  "assistantGoal",
  "voice",
  "findings",
  "successWords",
  "talk",
]);
export type VoiceSettings = ObjectType<typeof voiceSettings>;

/** Settings with a button of their own: recorded in versions, but neither saved with the form nor restored. */
export const switchedSettings = {
  /** Visitors' calls need a token that the owner's server has signed (signedCalls.ts). Missing: they need none. */
  onlySignedCalls: v.optional(v.boolean()),
};

/** Which of the secrets the owner's server signs with; the secret itself is stored nowhere. */
export const signingSecret = v.object({
  number: v.number(),
  rotatedAtMs: v.union(v.number(), v.null()),
});

/** A notice as a visitor's browser shows it. */
export const shownNotice = v.object({
  /** A digest of the rest, by which the browser says what was agreed to. */
  version: v.string(),
  language: v.string(),
  text: v.string(),
  /** Where there is no room for the text. */
  words: v.string(),
  link: v.union(v.object({ url: v.string(), words: v.string() }), v.null()),
});
export type ShownNotice = Infer<typeof shownNotice>;

/** What the talk button says in another language than English. */
export const buttonTexts = v.object({
  language: v.string(),
  labels: v.object({
    name: v.string(),
    idle: v.string(),
    connecting: v.string(),
    active: v.string(),
    agree: v.string(),
  }),
  /** By its code: the text, and a short one for a frame that has no room for it. In pairs, as every byte of the page counts. */
  messages: v.record(v.string(), v.array(v.string())),
});
export type ShownTexts = Infer<typeof buttonTexts>;

/** What a visitor's page needs to get a token from Cloudflare Turnstile. */
const turnstileSetting = v.object({ siteKey: v.string(), scriptUrl: v.string() });
export type TurnstileSetting = Infer<typeof turnstileSetting>;

/** All that a visitor's browser is told of an assistant. */
export const widgetAssistant = v.object({
  embedId: v.string(),
  name: v.string(),
  widgetColor: assistantContent.widgetColor,
  widgetIcon: assistantContent.widgetIcon,
  widgetSize: assistantContent.widgetSize,
  /** Whether the voice platform has it, so that there is somebody to talk to. */
  hasVoice: v.boolean(),
  /** What is to be agreed to before the first call. */
  notice: v.optional(shownNotice),
  /** What the button says. Missing: English, which comes with its script. */
  texts: v.optional(buttonTexts),
  /** There are hours in which it is closed. */
  hasHours: v.optional(v.literal(true)),
  /** It is told on which page its visitor is. */
  tellsPage: v.optional(v.literal(true)),
  /** Its visitors need a token from Turnstile before each call. */
  turnstile: v.optional(turnstileSetting),
  /** A call needs a token that the owner's server has signed. */
  needsToken: v.optional(v.literal(true)),
});
export type WidgetAssistant = Infer<typeof widgetAssistant>;

/** What is settled once, when the assistant is created. */
export const assistantIdentity = {
  embedId: v.string(),
  voiceAssistantId: v.optional(v.string()),
};

/** A website on which the button was asked for, as `shared/sites` writes it, and when we last noticed. */
export const seenSite = v.object({ site: v.string(), atMs: v.number() });
export type SeenSite = Infer<typeof seenSite>;

/** How long visitors have talked on one day, of an assistant of which so many minutes a day are for them. */
export const visitorDay = v.object({
  day: v.string(),
  seconds: v.number(),
  /** What the owner has allowed on top of the daily limit, for this day alone. */
  extraMinutes: v.optional(v.number()),
});
export type VisitorDay = Infer<typeof visitorDay>;

/** Whether the voice platform has the assistant as it is saved here. */
export const voiceSync = v.object({
  state: literals("pending", "done", "failed"),
});
