/** What the inbox says. */
export const PAGE = {
  title: "Inbox",
  loading: "Loading your inbox",
  unread: (count: number) => `${count} unread`,
  noResults: "No results. Try another search or filter.",
  showAll: "Show all",
  loadOlder: "Load older entries",
  loadingOlder: "Loading...",
  choose: "Choose an entry to read it.",
  saveFailed: "Failed to save the change.",
} as const;

export const EMPTY = {
  title: "Nothing here yet",
  text: "What visitors leave in calls, typed conversations and messages appears here: names, numbers, orders and unanswered questions. Choose what to collect on an assistant's page, under “After the conversation”.",
  link: "Go to your assistants",
} as const;

export const FILTERS = {
  label: "Inbox",
  search: "Search",
  searchPlaceholder: "Names, numbers, notes",
  assistant: "Assistant",
  allAssistants: "All assistants",
  status: "Status",
  allStatuses: "All statuses",
} as const;

export const DOWNLOAD = {
  download: "Download CSV",
  preparing: "Preparing...",
  failed: "Failed to download the inbox.",
} as const;

export const ENTRY = {
  listLabel: "Entries",
  unread: "Unread: ",
  deletedAssistant: "A deleted assistant",
  onlyQuestion: "Unanswered question",
  notFound: "Not found",
  yes: "Yes",
  no: "No",
  unknown: "Unknown",
  mood: "Mood",
  language: "Language",
  unanswered: "Unanswered questions",
  soFar: "Said until the visitor asked for a person",
  back: "Back to the inbox",
  note: "Note",
  noteHint: "Only you can see it.",
  saveNote: "Save note",
  savingNote: "Saving...",
  /** How a conversation was held. */
  channels: { voice: "Call", text: "Typed conversation", message: "Message" },
  /** Why a visitor left a message. */
  leftBecause: {
    closed: "closed",
    busy: "lines busy",
    noMinutes: "no minutes left",
    notLive: "not published",
  },
  conversations: (count: number) => `${count} conversations`,
  thread: "Conversations with this visitor",
  loadingCall: "Loading the call...",
  callFailed: "Failed to load the call.",
  loadingTyped: "Loading the conversation...",
  typedFailed: "Failed to load the conversation.",
  retry: "Try again",
} as const;

export const STATUSES = { new: "New", "in progress": "In progress", done: "Done" } as const;

export const MOODS = { positive: "Positive", neutral: "Neutral", negative: "Negative" } as const;

/** The columns of the CSV file; those for the collected information have its names. */
export const COLUMNS = {
  first: ["Call ID", "Time", "Assistant", "Channel", "Left because", "Status", "Note"],
  last: ["Unanswered questions", "Mood", "Language"],
} as const;
