/** What the form's tab about the conversation says, besides the labels in ../../texts.ts. */
import {
  LEFT_MESSAGES_A_DAY,
  LEFT_MESSAGES_PER_ASSISTANT,
  MESSAGES_AFTER_PLAN_DAYS,
} from "../../../../../convex/shared/limits";
import type { Choice, UnavailableCase } from "../../../../../convex/shared/unavailability";

export const GROUPS = {
  language: "Language and greeting",
  silence: "When the visitor is silent",
  limits: "Limits",
  hours: "Opening hours",
  unavailable: "When visitors can't reach it",
  typing: "Typing",
  page: "The visitor's page",
} as const;

export const HINTS = {
  language:
    "The language your assistant listens and speaks in, and the language of its button. This dashboard stays in English.",
  visitorSpeaksFirst: "No greeting: the assistant waits until the visitor says something.",
  asksAfterSeconds: "The assistant asks once per silence. Leave empty to never ask.",
  endsAfterSeconds:
    "Counted from when either side last spoke. The check-in question does not restart the count.",
  dailyLimit:
    "When visitors reach it, we email you, and the assistant is unavailable to them until the next day. You can allow more at any time. Your own tests don't count.",
  timeZone: "Used for opening hours and the daily limit.",
  alwaysOpen: "Untick this to choose when visitors can call. You can test at any time.",
  closedMessage:
    "Visitors who press the button outside these hours see this message, and after it when you open next.",
  acceptsText:
    "With the script, your button has a panel to type in. Your assistant also has a talk page. You'll find both under Sites and code. 15 answers count as one minute.",
  startsWithText:
    "Visitors can start a call from the panel. This works only with the script. With the frame, a press always starts a call.",
  typedGreeting: "Visitors see it above the field. The assistant knows that it said this.",
  tellsPage:
    "Each conversation sends the page's title and address to the voice service, without anything after a question mark. Leave this off if your titles or addresses reveal something about your visitors.",
} as const;

/** Under each choice of what visitors find if they cannot reach the assistant. */
export const UNAVAILABLE_HINTS: Record<UnavailableCase, Partial<Record<Choice, string>>> = {
  closed: {
    message:
      "Visitors read when you open, and can leave a message. Where typing is on, they can also type.",
    words: "Visitors read when you open. Where typing is on, they can type.",
    nothing: "The button is hidden on your website outside your opening hours.",
  },
  busy: {
    message:
      "Visitors can leave a message instead of waiting. Where typing is on, they can also type.",
    words: "Visitors are asked to try again in a moment. Where typing is on, they can type.",
  },
  noMinutes: {
    message: `Visitors can leave a message. It counts no minutes. After your plan has ended, messages reach you for ${MESSAGES_AFTER_PLAN_DAYS} days.`,
    words: "Visitors who press the button read that it is not available.",
    nothing: "The button is hidden on your website.",
  },
  notLive: {
    message: "The button stays on your website, and only takes messages.",
    words: "Your website shows no button. The talk page says that it is not available.",
  },
};
export const UNAVAILABLE_INTRO = `Messages come to your inbox and are emailed to you. Up to ${LEFT_MESSAGES_PER_ASSISTANT} a day for each assistant, and ${LEFT_MESSAGES_A_DAY} in all, are part of every plan.`;

export const CONVERSATION = {
  languageNotSet: "Not set",
  /** Stands in a default greeting until the assistant has a name. */
  nameMissing: "[name]",
  useDefault: "Use the default text",
  defaultLabel: (label: string) => `Use the default text: ${label}`,
} as const;

export const DAILY_LIMIT = {
  shareOfPlan: "A fifth of your plan's minutes",
  own: "Your own number of minutes",
  none: "No limit",
  minutes: "Minutes per day",
  minutesOn: (minutes: number | null, plan: string) => `${minutes} minutes on ${plan}`,
  on: (minutes: number | null, plan: string) => `${minutes} on ${plan}`,
} as const;

export const HOURS = {
  alwaysOpen: "Always open",
  closed: "Closed",
  add: "Add hours",
  addLabel: (day: string) => `Add hours to ${day}`,
  /** `nth` is " (2)" for a second span of the same day. */
  opens: (day: string, nth: string) => `${day}, opens${nth}`,
  closes: (day: string, nth: string) => `${day}, closes${nth}`,
  remove: (day: string, nth: string) => `Remove ${day} hours${nth}`,
  copyToWeekdays: "Copy Monday to all weekdays",
} as const;

export const PREVIEW = {
  title: "Live preview",
  start: "At the start",
  silence: (seconds: number) => `After ${seconds} seconds of silence`,
  closed: "When closed",
} as const;
