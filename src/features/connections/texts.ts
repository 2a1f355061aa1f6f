/** What the Connections page says: email about the inbox, messengers, webhooks and API keys. */
import type { ApiScope } from "../../../convex/shared/apiKeys";
import type { MailTime } from "../../../convex/shared/inboxMail";
import type { WebhookEvent } from "../../../convex/shared/webhooks";

export const PAGE = {
  title: "Connections",
  /** As in "Could not show your webhooks." */
  mailPart: "your email settings",
  messengersPart: "your messengers",
  messengersLoading: "Loading your messengers",
  webhooksPart: "your webhooks",
  keysPart: "your API keys",
} as const;

export const MAIL = {
  title: "Email",
  subtitle:
    "When a conversation adds something to your inbox, we email it to you. If the visitor gave an email address, your reply goes to them.",
  loading: "Loading your email settings",
  rules: (mailsAnHour: number) =>
    `We email a confirmation link to new addresses first. Every email has an unsubscribe link. After ${mailsAnHour} emails in an hour, the rest are combined into one.`,
  addressLabel: "Another address",
  add: "Add address",
  adding: "Adding...",
  added: (address: string) => `We sent a confirmation link to ${address}.`,
  addFailed: "Failed to add the address.",
  when: "When",
  assistant: "Assistant",
  allAssistants: "All assistants",
  deletedAssistant: "A deleted assistant",
  hour: "At",
  timeZone: (timeZone: string) => `Your time zone: ${timeZone}`,
  saveFailed: "Failed to save your choice.",
  own: "Your address",
  ownUnconfirmed: "Not confirmed yet",
  unconfirmed: "Waiting for confirmation",
  sendAgain: "Send link again",
  sendAgainLabel: (address: string) => `Send link again: ${address}`,
  sentAgain: "A new confirmation link is on its way.",
  sendAgainFailed: "Failed to send the link.",
  remove: "Remove",
  removeLabel: (address: string) => `Remove ${address}`,
  removed: (address: string) => `We no longer email ${address}.`,
  removeFailed: "Failed to remove the address.",
} as const;

export const MAIL_TIMES: Record<MailTime, string> = {
  each: "For each entry",
  daily: "Once a day",
  off: "Never",
};

/** Why we stopped sending to an address. */
export const MAIL_STOPS = {
  bounced: "Email bounced",
  complained: "Marked as spam",
  refused: "Email was rejected",
} as const;

export const EVENT_NAMES: Record<WebhookEvent, string> = {
  "call.started": "Call started",
  "call.ended": "Call ended",
  "outcome.created": "New inbox entry",
  "assistant.published": "Assistant published",
  "usage.threshold": "Usage near or at its limit",
};

export const TEST_EVENT = "Test";

export const WEBHOOKS = {
  title: "Webhooks",
  subtitle:
    "Send events to your own server, or to Zapier, Make or n8n, as soon as they happen. Each one is signed.",
  loading: "Loading your webhooks",
  empty: "No endpoints yet. Add a URL to receive events.",
  add: "Add endpoint",
  secretTitle: "Your signing secret",
  secretText:
    "Use this secret to check that events come from us. Copy it now: we won't show it again, but you can create a new one.",
} as const;

export const ENDPOINT = {
  on: "On",
  off: "Off",
  showLog: "Show log",
  hideLog: "Hide log",
  sendTest: "Send a test",
  sendTestLabel: (url: string) => `Send a test to ${url}`,
  sendTestFailed: "Failed to send a test.",
  switchOn: "Switch on",
  switchOff: "Switch off",
  switchLabel: (action: string, url: string) => `${action}: ${url}`,
  changeFailed: "Failed to change the endpoint.",
  edit: "Edit",
  editLabel: (url: string) => `Edit ${url}`,
  delete: "Delete",
  deleteLabel: (url: string) => `Delete ${url}`,
  confirmDelete: (url: string) => `Are you sure you want to delete ${url} and its log?`,
  deleteFailed: "Failed to delete the endpoint.",
  failingSince: (time: string) => `Failing since ${time}. We keep trying. The log shows why.`,
  gone: (time: string) =>
    `Switched off ${time}: the server asked us to stop (410 Gone). Switch it on to send the waiting events.`,
  failed: (time: string, days: number) =>
    `Switched off ${time}, after ${days} days of failures. Switch it on to send the waiting events.`,
} as const;

export const ENDPOINT_DIALOG = {
  addTitle: "Add endpoint",
  editTitle: "Edit endpoint",
  url: "URL",
  urlHint: "It must start with https:// and accept POST requests with JSON.",
  urlPlaceholder: "https://example.com/hook",
  events: "Events to send",
  cancel: "Cancel",
  add: "Add",
  save: "Save",
  saving: "Saving...",
  newSecret: "Create a new secret",
  creatingSecret: "Creating...",
  renewed: (time: string) => `The secret was last replaced ${time}.`,
  overlap: (hours: number) =>
    `After you create a new secret, the previous one works for another ${hours} hours.`,
} as const;

export const LOG = {
  loading: "Loading the log",
  empty: "Nothing sent yet. Send a test to see how it works.",
  label: "Deliveries",
  kept: (days: number) => `Kept for ${days} days.`,
  loadMore: "Load more",
  loadingMore: "Loading...",
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
  onItsWay: "Being sent.",
  attempts: "Attempts",
  nextAttempt: (time: string) => `Next attempt: ${time}`,
  bodyLabel: (eventId: string) => `Content of ${eventId}`,
  sendAgain: "Send again",
  sendAgainLabel: (event: string, time: string) => `Send again: ${event}, ${time}`,
  sending: "Sending...",
  sendAgainFailed: "Failed to send it again.",
  noAnswer: "No answer",
  attempt: (time: string, duration: string) => `${time}, ${duration}`,
} as const;

export const API_KEYS = {
  title: "API keys",
  subtitle: "Let your own programs read your assistants, calls and outcomes.",
  loading: "Loading your API keys",
  empty:
    "No keys yet. Create one to copy your calls into a spreadsheet, a database or your own reports.",
  create: "New key",
  examples: "Examples",
  openApi: "OpenAPI",
  neverUsed: "never used",
  lastUsed: (time: string) => `last used around ${time}`,
  reads: (scopes: string) => `, reads ${scopes}`,
  created: (date: string, used: string) => `Created ${date}, ${used}`,
  revoke: "Revoke",
  revokeLabel: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeText: "Programs that use this key lose access at once. You cannot undo this.",
  cancel: "Cancel",
  confirmRevoke: "Revoke key",
  revoking: "Revoking...",
  revoked: "The key was revoked.",
  revokeFailed: "Failed to revoke the key.",
} as const;

export const NEW_KEY = {
  title: "New API key",
  createdTitle: "Your new key",
  name: "Name",
  nameHint: "What the key is for, so that you can tell your keys apart later.",
  scopes: "What it can read",
  cancel: "Cancel",
  create: "Create key",
  creating: "Creating...",
  createFailed: "Failed to create the key.",
  warning:
    "Copy the key now: we won't show it again. Anyone who has it can read your data, so keep it on servers, out of web pages and out of shared code.",
  key: "Key",
  example: "Try it",
  copy: "Copy",
  copyKeyLabel: "Copy key",
  copyExampleLabel: "Copy command",
  keyCopied: "Key copied.",
  exampleCopied: "Command copied.",
  copyFailed: "Failed to copy. Please select the text and copy it yourself.",
  done: "Done",
} as const;

export const SCOPES: Record<ApiScope, { label: string; hint: string; path: string }> = {
  "assistants:read": {
    label: "Assistants",
    hint: "Their prompts, goals and settings.",
    path: "/assistants",
  },
  "calls:read": { label: "Calls", hint: "By voice and typed.", path: "/calls" },
  "outcomes:read": {
    label: "Outcomes",
    hint: "What visitors left in calls: names, numbers, unanswered questions.",
    path: "/outcomes",
  },
};
