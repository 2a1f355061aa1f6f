/** What the settings are called, in the form and wherever versions are compared. */
import type { Choice, UnavailableCase } from "../../../convex/shared/unavailability";
import type { ConversationField, SettingName } from "./settings";

export const SETTING_LABELS: Record<SettingName, string> = {
  name: "Assistant name",
  systemPrompt: "System prompt",
  assistantGoal: "Assistant goal",
  voice: "Voice",
  widgetColor: "Colour",
  widgetIcon: "Icon",
  widgetSize: "Size",
  allowedSites: "Allowed sites",
  recordsCalls: "Record calls",
  callsKeptDays: "Keep calls",
  notice: "Notice before the first call",
  findings: "Information to collect",
  successWords: "Success criteria",
  talk: "Conversation",
};

export const CONVERSATION_LABELS: Record<ConversationField, string> = {
  language: "Language",
  greeting: "Greeting",
  visitorSpeaksFirst: "The visitor speaks first",
  asksAfterSeconds: "Check in after (seconds)",
  silenceQuestion: "Check-in question",
  endsAfterSeconds: "Hang up after (seconds)",
  longestCallMinutes: "Longest call (minutes)",
  minutesADay: "Daily limit for visitors",
  timeZone: "Time zone",
  openingHours: "Opening hours",
  closedWords: "Message when closed",
  acceptsText: "Visitors can type instead of speaking",
  startsWithText: "Pressing the button opens the panel to type in",
  typedGreeting: "Written greeting",
  tellsPage: "Tell the assistant which page the visitor is on",
  whenUnavailable: "When visitors can't reach it",
};

/** What an owner chooses between, and when. */
export const UNAVAILABLE_LABELS: Record<UnavailableCase, string> = {
  closed: "Outside your opening hours",
  busy: "When all lines are busy",
  noMinutes: "When your minutes are used up, or your plan has ended",
  notLive: "While it is not published",
};
export const CHOICE_LABELS: Record<Choice, string> = {
  message: "Take a message",
  words: "Only say so",
  nothing: "Hide the button",
};
