/** What the settings are called, in the form and wherever versions are compared. */
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
};
