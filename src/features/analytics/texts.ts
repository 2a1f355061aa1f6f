/** Every text of the Call Analytics pages, by card. Dates, durations and counts come in formatted. */
import { ANSWERS } from "../../components/answers/texts";
import { formatNumber } from "../../lib/formats";

export const PAGE = {
  title: "Call Analytics",
  loading: "Loading your calls",
  refresh: "Refresh",
  retry: "Retry",
  failed: (message: string) => `Error loading calls: ${message}`,
  // Each completes "Could not show …".
  parts: {
    totals: "your totals",
    minutes: "your minutes",
    trends: "your trends",
    days: "your calls by day",
    outcomes: "your outcomes",
    calls: "your recent calls",
  },
};

export const TABS = {
  label: "Call Analytics",
  calls: "Calls",
  typed: "Typed conversations",
  trends: "Trends",
};

export const TYPED = {
  title: "Typed Conversations",
  subtitle: "What visitors typed to your assistants. 15 answers count as one minute.",
  part: "your typed conversations",
  id: "Conversation ID",
  detailsOf: (id: string) => `Details of conversation ${id}`,
  goingOn: "This conversation is still going on. It ends after half an hour without a message.",
  notEvaluated: "Not evaluated",
  filter: "Typed conversations",
  empty:
    "No typed conversations yet. Visitors can type on your assistant's talk page. Its address is on the assistant's page, under Sites and code.",
  noMatch: "No typed conversations with this assistant yet.",
};

export const TRENDS = {
  title: "Call Trends",
  loading: "Loading your trends",
  noDays: "There are no days to show. Choose an earlier start.",
  emptyTitle: "No calls yet",
  empty: "Charts appear here once visitors talk to your assistants.",
  emptyLink: "Go to your assistants",
};

export const PERIOD = {
  form: "Charts",
  label: "Period",
  lastDays: (days: number) => `Last ${days} days`,
  custom: "Custom dates",
};

export const SUMMARY = {
  calls: "Total Calls",
  completionRate: (percent: number) => `${percent}% completion rate`,
  duration: "Average Duration",
  perCall: "Per call",
  cost: "Total Cost",
  costNote: "What the voice service charges us; you do not pay this",
  minutes: "Minutes",
  usedOf: (used: string, limit: string) => `${used} / ${limit}`,
  overage: (minutes: string) => `+${minutes} overage min`,
  remaining: (minutes: string) => `${minutes} minutes remaining`,
  trialExceeded: "Free trial limit exceeded",
  trialRemaining: (minutes: string) => `${minutes} remaining (free trial)`,
  total: (minutes: string) => `${minutes} min`,
  recorded: (calls: string) => `${calls} recorded`,
};

export const CHARTS = {
  title: "Day by day",
  subtitle: (from: string, to: string) => `Ended calls, ${from} to ${to}`,
  calls: "Calls per day",
  callsTotal: (calls: string) => (calls === "1" ? "1 call" : `${calls} calls`),
  minutes: "Minutes per day",
  minutesTotal: (minutes: string) => (minutes === "1" ? "1 minute" : `${minutes} minutes`),
  loading: "…",
  asTable: "Show as a table",
  table: "Calls and minutes per day",
  day: "Day",
  callsOf: (date: string) => `Calls on ${date}`,
  columns: ["Calls", "Minutes"],
  peak: (value: string) => `Peak: ${value} a day`,
};

export const OUTCOMES = {
  title: "Outcomes",
  subtitle: (from: string, to: string) => `Results of your calls, ${from} to ${to}`,
  entries: "Inbox entries",
  successRate: "Success rate",
  required: "Required answers collected",
  before: (value: string, days: number) =>
    `(${value} in the previous ${days === 1 ? "day" : `${days} days`})`,
  perDay: "Inbox entries per day",
  total: (entries: number) => `${formatNumber(entries)} ${entries === 1 ? "entry" : "entries"}`,
  column: "Inbox entries",
  partial: "You have more calls than we can count here. These figures cover the most recent ones.",
  emptyBefore: "No outcomes in this period. To collect some, ",
  emptyLink: "open an assistant",
  emptyAfter: " and fill in “After the conversation”.",
  unanswered: "Unanswered questions",
  allAnswered: "Your assistants answered every question.",
  noneOpen: "You have answered every question.",
  asked: (count: number, assistant: string) => `${ANSWERS.asked(count)}, to ${assistant}`,
  deletedAssistant: "a deleted assistant",
  findCalls: "Find calls",
  findCallsLabel: (question: string) => `Find calls about: ${question}`,
  showFewer: "Show fewer",
  showAll: (count: number) => `Show all ${count}`,
};

export const RECENT_CALLS = {
  title: "Recent Calls",
  subtitle: "A list of recent voice calls and their details",
  empty: "No calls found. Calls will appear here once users interact with your voice assistants.",
  noMatch: "No calls match your search and filters. Try different ones.",
  searching: "Searching your calls",
  loadingOlder: "Loading older calls...",
  loadOlder: "Load older calls",
  download: "Download CSV",
  preparing: "Preparing...",
};

export const FILTERS = {
  label: "Calls",
  search: "Search",
  placeholder: "Summaries and transcripts",
  assistant: "Assistant",
  allAssistants: "All assistants",
  status: "Status",
  allStatuses: "All statuses",
  from: "From",
  to: "To",
  clear: "Clear filters",
};

export const TABLE = {
  details: "Details",
  id: "Call ID",
  status: "Status",
  assistant: "Assistant",
  duration: "Duration",
  started: "Started",
  ended: "Ended",
  none: "–",
  detailsOf: (id: string) => `Details of call ${id}`,
  queued: "Queued",
  ringing: "Ringing",
  inProgress: "In progress",
  endedStatus: "Ended",
  unknownReason: "Unknown",
};

export const DETAILS = {
  loading: "Loading call details...",
  retry: "Try again",
  summary: "Summary",
  noSummary: "No summary",
  endedReason: "Ended reason",
  result: "Result",
  successful: "Successful",
  unsuccessful: "Unsuccessful",
  cost: "Cost",
  exchanges: "Exchanges",
  calledBy: "Called by",
  typedBy: "Typed by",
  /** From the talk page's address. */
  place: "Came from",
  rating: "The visitor's rating",
  helpful: "Helpful",
  notHelpful: "Not helpful",
  owner: "You, as a test",
  visitor: "A visitor",
  consent: (time: string) => `Consent given on ${time}`,
};

const WHAT_IS_DELETED_TYPED =
  "The transcript and summary are deleted here and at the voice service. The minutes still count. You cannot undo this.";
const WHAT_IS_DELETED =
  "The transcript, summary and recording are deleted here and at the voice service. The minutes still count. You cannot undo this.";

export const DELETION = {
  one: "Delete call",
  oneTitle: "Delete this call?",
  oneText: (assistant: string, time: string) =>
    `The call with ${assistant} on ${time}. ${WHAT_IS_DELETED}`,
  oneDone: "The call was deleted.",
  oneFailed: "Failed to delete the call.",
  typed: "Delete conversation",
  typedTitle: "Delete this conversation?",
  typedText: (assistant: string, time: string) =>
    `The conversation with ${assistant} on ${time}. ${WHAT_IS_DELETED_TYPED}`,
  typedDone: "The conversation was deleted.",
  typedFailed: "Failed to delete the conversation.",
  all: "Delete all calls",
  allTitle: "Delete all calls?",
  allText: (assistant: string | null) =>
    `This deletes all calls ${assistant === null ? "of all your assistants" : `with ${assistant}`} except those still in progress. ${WHAT_IS_DELETED}`,
  allDone: "The calls are being deleted.",
  allFailed: "Failed to delete the calls.",
  cancel: "Cancel",
  deleting: "Deleting...",
};
