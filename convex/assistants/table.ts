import { pick } from "convex-helpers";
import { literals } from "convex-helpers/validators";
import { type Infer, type ObjectType, v } from "convex/values";
import { finding } from "../inbox/table";
import { SHARE_OF_PLAN } from "../shared/conversation";
import { LANGUAGES } from "../shared/languages";
import { CALLS_KEPT_DAYS } from "../shared/limits";
import { UNAVAILABILITY } from "../shared/unavailability";
import { WIDGET_COLORS, WIDGET_ICONS, WIDGET_SIZES } from "../shared/looks";
import { VOICES } from "../shared/voices";

const language = literals(...LANGUAGES.map(({ id }) => id));

/** The validator of `Conversation` in shared/conversation.ts. */
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
  acceptsText: v.optional(v.boolean()),
  startsWithText: v.optional(v.boolean()),
  typedGreeting: v.optional(v.union(v.string(), v.null())),
  whenUnavailable: v.optional(
    v.object({
      closed: literals(...UNAVAILABILITY.closed.choices),
      busy: literals(...UNAVAILABILITY.busy.choices),
      noMinutes: literals(...UNAVAILABILITY.noMinutes.choices),
      notLive: literals(...UNAVAILABILITY.notLive.choices),
    }),
  ),
});

/** The notice that visitors agree to before their first call. */
export const notice = v.object({
  language,
  /** The owner's own text. Null for the default text. */
  text: v.union(v.string(), v.null()),
  privacyUrl: v.union(v.string(), v.null()),
});
export type Notice = Infer<typeof notice>;

/**
 * The settings of an assistant. Creating, saving, versions and the form use this list. `validContent` (assistants.ts) has
 * the rules for their values.
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
  /** True if missing. */
  recordsCalls: v.optional(v.boolean()),
  /** Null or missing if calls are kept forever. */
  callsKeptDays: v.optional(v.union(literals(...CALLS_KEPT_DAYS), v.null())),
  /** Null or missing if none is shown. */
  notice: v.optional(v.union(notice, v.null())),
  /** The websites that may show the button. Empty if all may. */
  allowedSites: v.optional(v.array(v.string())),
  /** What to find out in each call. */
  findings: v.optional(v.array(finding)),
  /** The owner's definition of a successful call. */
  successWords: v.optional(v.string()),
  /** The defaults apply if it is missing. */
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

/** Settings with their own buttons. Versions record them, but neither the form nor restoring a version changes them. */
export const switchedSettings = {
  /** Whether visitors' calls need a token signed by the owner's server (signedCalls.ts). */
  onlySignedCalls: v.optional(v.boolean()),
};

/** The number of the secret that the owner's server signs with. The secret itself is not stored. */
export const signingSecret = v.object({
  number: v.number(),
  rotatedAtMs: v.union(v.number(), v.null()),
});

/** Set if changes of a published assistant wait for a review. Names the changes that wait (drafts.ts). */
export const review = v.object({ draftId: v.union(v.id("assistantDrafts"), v.null()) });

/** A notice as visitors see it. */
export const shownNotice = v.object({
  /** A digest of the rest, with which the browser reports what the visitor agreed to. */
  version: v.string(),
  language: v.string(),
  text: v.string(),
  /** The text without its last sentence, for pages that have a button to agree. */
  body: v.optional(v.string()),
  /** A short form, if there is no room for the text. */
  words: v.string(),
  link: v.union(v.object({ url: v.string(), words: v.string() }), v.null()),
});
export type ShownNotice = Infer<typeof shownNotice>;

/** The talk button's texts in a language other than English. */
export const buttonTexts = v.object({
  language: v.string(),
  labels: v.object({
    name: v.string(),
    idle: v.string(),
    connecting: v.string(),
    active: v.string(),
    agree: v.string(),
    type: v.string(),
  }),
  /** For each code, the text and a short form for a small frame. Pairs, to keep the page small. */
  messages: v.record(v.string(), v.array(v.string())),
});
export type ShownTexts = Infer<typeof buttonTexts>;

/** What a visitor's page needs to get a token from Cloudflare Turnstile. */
const turnstileSetting = v.object({ siteKey: v.string(), scriptUrl: v.string() });
export type TurnstileSetting = Infer<typeof turnstileSetting>;

/** Everything that a visitor's browser gets about an assistant. */
export const widgetAssistant = v.object({
  embedId: v.string(),
  name: v.string(),
  widgetColor: assistantContent.widgetColor,
  widgetIcon: assistantContent.widgetIcon,
  widgetSize: assistantContent.widgetSize,
  /** Whether the assistant exists at the voice platform. */
  hasVoice: v.boolean(),
  /** The notice to agree to before the first call. */
  notice: v.optional(shownNotice),
  /** The button's texts. Missing for English, which is part of the script. */
  texts: v.optional(buttonTexts),
  /** Whether the page finds out that it is closed or unavailable before it requests the microphone. */
  checksFirst: v.optional(v.literal(true)),
  /** Whether the assistant gets the visitor's page. */
  tellsPage: v.optional(v.literal(true)),
  /** Set if each call needs a token from Turnstile. */
  turnstile: v.optional(turnstileSetting),
  /** Whether each call needs a token signed by the owner's server. */
  needsToken: v.optional(v.literal(true)),
  /** The first message on the talk page. Null if the assistant waits for the visitor. */
  greeting: v.union(v.string(), v.null()),
  /** Whether visitors can only talk with it. */
  refusesText: v.optional(v.literal(true)),
  /** A press on the button opens the panel. */
  startsWithText: v.optional(v.literal(true)),
});
export type WidgetAssistant = Infer<typeof widgetAssistant>;

/** Set when the assistant is created. */
export const assistantIdentity = {
  embedId: v.string(),
  voiceAssistantId: v.optional(v.string()),
};

/** A website on which the button was seen, and when. */
export const seenSite = v.object({ site: v.string(), atMs: v.number() });
export type SeenSite = Infer<typeof seenSite>;

/** How much visitors have used of an assistant's daily limit on one day. */
export const visitorDay = v.object({
  day: v.string(),
  seconds: v.number(),
  /** The minutes that the owner has added for this day. */
  extraMinutes: v.optional(v.number()),
});
export type VisitorDay = Infer<typeof visitorDay>;

/** Whether the voice platform has the saved settings. */
export const voiceSync = v.object({
  state: literals("pending", "done", "failed"),
});
