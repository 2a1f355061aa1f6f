/** The texts of the screens on what an assistant can do. */
import type { ParameterType, RunReason, RunState } from "../../../../convex/shared/actions";
import {
  ACTION_TIMEOUT_SECONDS,
  CONFIRM_WITHIN_MINUTES,
  MAX_RUNS_A_DAY,
  MAX_RUNS_PER_CALL,
  OWNER_WAIT_SECONDS,
} from "../../../../convex/shared/actions";

export const ACTIONS = {
  title: "Actions",
  intro:
    "What the assistant can do besides answering: tell your team at once that a visitor asks for a person, ask you what it does not know, offer the free times of your calendar at Cal.com and book one, or send a request to your own server, such as to look up an order.",
  limits: `At most ${MAX_RUNS_PER_CALL} in a conversation and ${MAX_RUNS_A_DAY} a day.`,
  addCalendar: "Add a Cal.com calendar",
  add: "Add a request",
  list: "Actions",
  loading: "Loading the actions",
  none: "No actions yet. The assistant can only answer.",
  on: "On",
  off: "Off",
  asks: "Asks the visitor first",
  runsAtOnce: "Runs at once",
  switchOn: "Switch on",
  switchOff: "Switch off",
  tryIt: "Try it",
  hideTry: "Hide test",
  showLog: "Show log",
  hideLog: "Hide log",
  edit: "Edit",
  delete: "Delete",
  labelFor: (what: string, name: string) => `${what}: ${name}`,
  confirmDelete: (name: string) =>
    `Delete “${name}” and its log? The assistant can then no longer do it.`,
  changeFailed: "The action was not changed.",
  deleteFailed: "The action was not deleted.",
  deleted: "Action deleted.",
} as const;

/** Actions that come with words. */
export const READY = {
  person: {
    add: "Add “Ask for a person”",
    title: "Ask for a person",
    intro:
      "When a visitor asks for a person, the wish is in your inbox at once, with what was said until then. Everybody who gets emails about new entries is mailed at once, also those who get a daily summary. The messengers and servers that are told of new entries are told too.",
    words: {
      name: "Ask for a person",
      description:
        "Tells the team that the visitor wants to speak to a person. Use it when the visitor asks for somebody, or when you cannot help.",
    },
    of: "Inbox, emails and connections",
  },
  owner: {
    add: "Add “Ask you”",
    title: "Ask you",
    intro: `The assistant asks you what it does not know, and the visitor waits up to ${OWNER_WAIT_SECONDS} seconds. The question appears in every open dashboard, and your mail and messengers lead to it. Your answer is passed on at once. Without one, the assistant asks how the visitor can be reached, and the question stays in your inbox.`,
    words: {
      name: "Ask the owner",
      description:
        "Asks the owner a question that you cannot answer yourself, while the visitor waits. Use it when the visitor needs to know it now.",
    },
    of: "Your open dashboard, emails and connections",
  },
} as const;

export type ReadyKind = keyof typeof READY;
export const READY_KINDS = Object.keys(READY) as ReadyKind[];

export function isReady(kind: string): kind is ReadyKind {
  return Object.hasOwn(READY, kind);
}

export const CALENDAR = {
  title: "Add a Cal.com calendar",
  intro:
    "The assistant gets two actions: it reads the free times, and it books one once the visitor has said yes. Cal.com then writes to both of you. It needs no key.",
  link: "Link of an event type",
  linkHint: "The address at which visitors book it.",
  linkExample: "https://cal.com/ada/30min",
  submit: "Add calendar",
  adding: "Asking Cal.com...",
  added: "Calendar added. The assistant can use it in a few seconds.",
  addFailed: "The calendar was not added.",
  of: ({ url, timeZone, isConfirmedAtOnce }: ShownCalendar) =>
    `${url.replace("https://", "")} · times of ${timeZone}${isConfirmedAtOnce ? "" : " · you confirm each booking"}`,
} as const;

type ShownCalendar = { url: string; timeZone: string; isConfirmedAtOnce: boolean };

export const FORM = {
  newTitle: (kind: string) => (isReady(kind) ? READY[kind].title : "New request"),
  editTitle: (name: string) => `Edit “${name}”`,
  name: "Name of the action",
  nameExample: "Book a table",
  description: "When to use it",
  descriptionHint: "The assistant reads this.",
  descriptionExample: "Books a table. Use it when a visitor wants to reserve one.",
  method: "Method",
  url: "Address",
  urlHint: "Write {name} where the value of a parameter belongs, in the path or after the “?”.",
  urlExample: "https://example.com/orders/{order}",
  changes: "Ask the visitor first",
  changesHint: `Before it runs, the assistant reads the values back, and the visitor has ${CONFIRM_WITHIN_MINUTES} minutes to say yes. Switch it off only if the action changes nothing.`,
  save: "Save action",
  saving: "Saving...",
  cancel: "Cancel",
  saved: "Action saved. The assistant can use it in a few seconds.",
  saveFailed: "The action was not saved.",
} as const;

export const PARAMETERS = {
  title: "Parameters",
  intro:
    "What the assistant finds out in the conversation. Those that are not in the address are sent as JSON, or after the “?” with GET and DELETE.",
  add: "Add a parameter",
  name: "Name",
  type: "Type",
  types: { string: "Text", number: "Number", boolean: "Yes or no" } satisfies Record<
    ParameterType,
    string
  >,
  description: "Description",
  descriptionExample: "The number of guests",
  required: "Required",
  remove: "Remove",
  group: (number: number) => `Parameter ${number}`,
  removeLabel: (number: number) => `Remove parameter ${number}`,
} as const;

export const HEADERS = {
  title: "Headers",
  intro:
    "Sent with each request, such as a key for your server. We encrypt the values and never show them again.",
  add: "Add a header",
  name: "Name",
  nameExample: "Authorization",
  value: "Value",
  kept: "•••••••• (saved)",
  group: (number: number) => `Header ${number}`,
  remove: "Remove",
  removeLabel: (number: number) => `Remove header ${number}`,
} as const;

export const TRY = {
  intro: {
    http: "This sends a real request, without asking anybody.",
    person: "This shows what the assistant is told. Nobody else is.",
    owner: "This shows what the assistant is told. Nobody is asked.",
    times: "This asks Cal.com for the real free times.",
    booking:
      "This really books the time, and Cal.com writes to the address. Cancel it afterwards with the link in that mail.",
  },
  send: {
    http: "Send it",
    person: "Try it",
    owner: "Try it",
    times: "Read the free times",
    booking: "Book it",
  },
  sending: "Waiting for the answer...",
  failed: "The action was not tried.",
  result: "What came of it",
  unset: "Not set",
  yes: "Yes",
  no: "No",
} as const;

export const LOG = {
  label: "Log",
  loading: "Loading the log",
  none: "It was not used yet.",
  kept: "Entries are deleted with their conversation. Of your own tests the newest are kept.",
  sources: { voice: "Call", text: "Typed conversation", test: "Your test" },
  values: "Values",
  noValues: "None",
  corrected: (names: string) => `The visitor corrected by hand: ${names}`,
  reply: (words: string, time: string) => `The visitor said “${words}” (${time}).`,
  sent: "Request",
  body: "Body",
  headers: (names: string) => `With the headers ${names}, whose values are hidden.`,
  answer: "Answer",
  noAnswer: "It answered with nothing.",
  status: (status: number, duration: string) => `Status ${status} after ${duration}`,
  noStatus: (duration: string) => `No answer after ${duration}`,
  details: (what: string) => `Details of ${what}`,
} as const;

export const STATES = {
  proposed: { tone: "warn", label: "Waits for a yes" },
  running: { tone: "warn", label: "Running" },
  done: { tone: "good", label: "Done" },
  failed: { tone: "bad", label: "Failed" },
  refused: { tone: "neutral", label: "Not run" },
} as const satisfies Record<RunState, { tone: string; label: string }>;

/** What became of runs that nobody continued. */
export const ENDED = {
  proposed: { tone: "neutral", label: "Not confirmed" },
  running: { tone: "bad", label: "Interrupted" },
} as const;

export const INTERRUPTED = "It was sent, and its answer was lost. Please check at your server.";

export const REASONS: Record<RunReason, string> = {
  declined: "The visitor did not answer with a clear yes.",
  changed: "The assistant changed the values, and asked again.",
  expired: `The visitor did not say yes within ${CONFIRM_WITHIN_MINUTES} minutes.`,
  oneAtATime: "Another action was waiting for the visitor's yes.",
  invalidValues: "A value was missing or did not fit. The assistant was told to ask.",
  switchedOff: "The action was switched off.",
  callLimit: `A conversation can use actions ${MAX_RUNS_PER_CALL} times.`,
  dayLimit: `The assistant has used its ${MAX_RUNS_A_DAY} actions of the day.`,
  address: "A value does not fit into the address.",
  headers: "The values of the headers can no longer be read. Please enter them again.",
  status: "The server refused it.",
  redirect: "Your server redirected the request. Please use the final address.",
  tooLong: "The answer is longer than 64 KB.",
  notText: "The answer is neither JSON nor text.",
  unreadable: "Cal.com's answer could not be read. Please look there whether it was booked.",
  over: "The conversation was over.",
  noResponse: `The server could not be reached, or did not answer within ${ACTION_TIMEOUT_SECONDS} seconds.`,
};
