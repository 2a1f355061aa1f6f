/** The texts of an assistant's page, except the labels of its settings. */
import { SECONDS_PER_TYPED_ANSWER } from "../../../../convex/shared/limits";
import type { AssistantSection } from "../../../lib/routes";
import type { Phase } from "../../../lib/widget-protocol";

export const SECTION_TITLES: Record<AssistantSection, string> = {
  overview: "Overview",
  settings: "Settings and styling",
  conversation: "Conversation",
  knowledge: "Knowledge",
  notes: "Today's notes",
  actions: "Actions",
  sites: "Sites and code",
  "after-conversation": "After the conversation",
  privacy: "Privacy",
  rehearsals: "Rehearsals",
  versions: "Versions",
};

export const PAGE = {
  loading: "Loading the assistant",
  back: "All assistants",
  sections: "Sections",
  section: (title: string) => `Section: ${title}`,
  loadingSection: "Loading the section",
  missingTitle: "Assistant not found",
  missing: "This assistant does not exist, or it was deleted.",
  missingSectionTitle: "Section not found",
  missingSection: "This page has no such section.",
  toOverview: "Go to the overview",
  /** As in "Could not show this section." */
  parts: { section: "this section", tryIt: "the test", changes: "your changes" },
} as const;

/** Above what does not wait for a review. */
export const LIVE_AT_ONCE = "Changes on this page are live at once, without a review.";

export const SECTION_FORM = {
  save: "Save changes",
  saving: "Saving...",
  discard: "Discard",
  saved: "All changes are saved.",
  unsaved: "You have unsaved changes.",
} as const;

export const KNOWLEDGE = {
  file: "Knowledge file",
  intro:
    "The assistant looks up answers in this file. Prices, opening hours, menus and common questions work well.",
} as const;

export const SITES = {
  code: "Embed code",
  draft: "Visitors see the button once you publish the assistant.",
  allowed: "Where the button may appear",
} as const;

export const STATUS = {
  title: "Status",
  live: "Visitors to your website can talk to this assistant.",
  draft: "Only you can talk to this assistant. Publish it to let visitors in.",
  liveAtOnce: "What you save is live at once.",
  reviewFirst: "Review changes first",
  waits: "What you save waits for your review before it is live.",
} as const;

export const FIRST_STEPS = {
  title: "Next steps",
  intro: "This list goes away after the first conversation with a visitor.",
  done: "Done:",
  open: "To do:",
  tryIt: {
    title: "Try it",
    text: "Press the button next to this list and ask something a visitor would ask.",
    textOnPhones: "Press “Try it” at the top and ask something a visitor would ask.",
  },
  publish: {
    title: "Publish it",
    text: "Publishing makes the assistant live.",
    textWithoutPlan: "Publishing makes the assistant live. It needs an active subscription.",
    viewPlans: "View plans",
  },
  site: {
    title: "Put it on your website",
    text: "Copy the embed code into your website. This step is done once we see the button there.",
    action: "Get the embed code",
  },
  address: {
    title: "Confirm your email address",
    text: (email: string) => `We sent a link to ${email}. Confirm it to get results by email.`,
    action: "Open your account",
  },
  outcomes: {
    title: "Choose where results go",
    text: "By default, we email you the results of each conversation. You can add colleagues and other systems.",
    action: "Open connections",
  },
} as const;

export const WEEK = {
  title: "The last 7 days",
  calls: "Calls",
  unanswered: "Unanswered questions",
  seeCalls: "View calls",
  questions: "What it could not answer",
  partial: "Only the unanswered questions of the newest calls are counted.",
} as const;

export const SEEN = {
  title: "Where the button was seen",
} as const;

export const TRY_IT = {
  title: "Try it",
  close: "Close",
  intro: "Talk or type with your assistant the way a visitor would.",
  type: "Type instead",
  talk: "Talk instead",
  typingIsOff: "Visitors cannot type: typing is switched off under Conversation.",
  unsaved: "It already uses your unsaved changes.",
  notLive: "It already uses your changes that are not live.",
  unsavedFile: "A new knowledge file is used after you save.",
  hints: {
    idle: "Press the button and start talking.",
    connecting: "Connecting...",
    active: "Your assistant is listening.",
  } satisfies Record<Phase, string>,
  transcript: "What was said",
  empty: "What you and the assistant say appears here.",
  you: "You",
  testMinutes: (left: string) => `${left} test minutes left.`,
  planMinutes: "Tests use the minutes of your plan.",
  typedMinutes: `${60 / SECONDS_PER_TYPED_ANSWER} answers count as one minute.`,
  usedUp: "Your test minutes are used up.",
  viewPlans: "View plans",
  counting: "Loading the length and cost...",
  lookedUp: (query: string | null) =>
    query === null ? "Looked up in your knowledge" : `Looked up in your knowledge: ${query}`,
  lasted: "Length",
  cost: "Cost at the voice service",
  details: "View the call",
  conversations: "View the conversation",
} as const;
