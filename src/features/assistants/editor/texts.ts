/** What the form of an assistant says, besides the labels in ../texts.ts. The specification fixes many of these. */
import type { TabName } from "../settings";

export const FORM = {
  createTitle: "Create assistant",
  editTitle: (name: string) => `Edit ${name}`,
  create: "Create Assistant",
  creating: "Creating...",
  update: "Update Assistant",
  updating: "Updating...",
  reset: "Reset",
  close: "Close",
  createNote:
    "Creating and testing assistants is free. Publishing one needs an active subscription.",
  loading: "Loading the assistant",
  moreSettings: "More settings",
  waits:
    "What you save waits until you have reviewed and published it. A knowledge file is live at once.",
  optional: (label: string) => `${label} (optional)`,
} as const;

export const TAB_TITLES: Record<TabName, string> = {
  settings: "Assistant Settings",
  styling: "Widget Styling",
};

export const SAVING = {
  createFailed: "Failed to create assistant.",
  updateFailed: "Failed to update assistant.",
  openPage: "Open assistant",
  notLive: "The changes are not live yet.",
  openToReview: "Not live yet: open to review",
  noConnection: "Upload failed: no connection",
  uploadFailed: (response: string) => `Upload failed: ${response}`,
} as const;

export const SETTINGS_TAB = {
  namePlaceholder: "Front desk",
  systemPromptHint: "Who the assistant is, what it knows and how it speaks.",
  systemPromptPlaceholder: "You answer the phone of a small bakery. Be brief and friendly.",
  assistantGoalHint: "What a good conversation achieves.",
  assistantGoalPlaceholder: "Take an order, or find a time to call back.",
  playPreview: (voice: string) => `Play the preview of ${voice}`,
  stopPreview: (voice: string) => `Stop the preview of ${voice}`,
  fallbackVoice: (voice: string, fallback: string) =>
    `If ${voice} is unavailable, calls use ${fallback}.`,
  knowledgeFile: "Knowledge file",
  knowledgeFileHint:
    "PDF, TXT, DOC files, recommended under 300KB. DOCX, MD, CSV, JSON, XML and LOG work too.",
  currentFile: (file: string) => `Current file: ${file}`,
  newFile: (file: string) => `New file: ${file}`,
  removeFile: "Remove the file",
} as const;

export const STYLING_TAB = {
  size: (name: string, px: number) => `${name}, ${px} pixels`,
  preview: "Live preview",
  previewLabel: (color: string, icon: string, px: number) =>
    `${color} button with the icon ${icon}, ${px} pixels wide`,
} as const;

export const ALLOWED_SITES = {
  hint: "Leave empty to allow the button on every website. *.example.com allows all subdomains of example.com; add example.com itself separately.",
  placeholder: "www.example.com",
  add: "Add",
  addLabel: (site: string) => `Add ${site}`,
  adds: (site: string) => `Adds ${site}`,
  removeLabel: (site: string) => `Remove ${site}`,
  seenOn: "Your button was seen on",
} as const;

export const SIGNED_CALLS = {
  title: "Only calls signed by my server",
  on: "On",
  off: "Off",
  onText:
    "Visitors need a token signed by your server for each call. The assistant's embed code shows how to create one. Your own tests need none.",
  offText:
    "For pages behind a login: visitors can start a call only with a token signed by your server. You need a developer for this. It takes effect at once.",
  switchOn: "Switch on",
  switchingOn: "Switching on...",
  switchOff: "Switch off",
  newSecret: "Create a new secret",
  confirmOn:
    "From now on, calls from pages without a token are refused. Require a token for every call?",
  confirmOff:
    "Anyone who sees the button will be able to start calls, and the secret stops working for good. Switch signed calls off?",
  switchOnFailed: "Failed to switch signed calls on.",
  switchOffFailed: "Failed to switch signed calls off.",
  newSecretFailed: "Failed to create a new secret.",
  secretTitle: "Your signing secret",
  secretText:
    "Your server signs tokens with this secret. Copy it now and keep it on your server: we won't show it again, but you can create a new one.",
  previousUntil: (time: string) => `The previous secret works until ${time}.`,
  overlap: (hours: number) =>
    `After you create a new secret, the current one works for another ${hours} hours. If it has leaked, switch signed calls off and on again instead: the old secret then stops working at once.`,
} as const;

export const AFTER_CALL_TAB = {
  hint: "We look for these in every conversation. The assistant asks for the required ones, which visitors see on a card and can correct.",
  addFirst: "Add an item",
  addAnother: "Add another",
  startWith: "or start with",
  full: (most: number) => `You can add up to ${most}.`,
  name: "Name",
  namePlaceholder: "Phone number",
  kind: "Type",
  choices: "Answers",
  choicesHint: (most: number) => `One per line, up to ${most}.`,
  choicesPlaceholder: "Pick-up\nDelivery",
  required: "Required",
  unnamed: (number: number) => `item ${number}`,
  remove: (label: string) => `Remove ${label}`,
  successWordsHint:
    "When is a conversation a success? Describe it in your own words. If you leave this empty, the assistant goal decides.",
  successWordsPlaceholder: "The visitor left a name and a phone number, or got an answer.",
} as const;

export const PRIVACY_TAB = {
  recordsCallsHint:
    "Without recordings you still get a transcript and a summary. Existing recordings stay. What visitors type is always stored as a transcript.",
  callsKeptDaysHint:
    "Once a call or a typed conversation is older than this, we delete it within an hour, here and at the voice service. Its minutes still count.",
  forever: "Forever",
  days: (days: number) => `For ${days} days`,
  deletes: (waits: boolean, days: number) =>
    `${waits ? "Publishing" : "Saving"} this deletes all calls and typed conversations of this assistant that are older than ${days} days.`,
} as const;

export const NOTICE = {
  show: "Show a notice before the first call",
  hint: "The first press shows the notice. Pressing again means that the visitor agrees, and starts the call. The visitor's browser remembers this until the text changes, and each conversation keeps the text that the visitor agreed to. Without agreement there is no call and no typed conversation.",
  language: "Notice language",
  text: "Notice",
  textHint: (agree: string, short: string) =>
    `Followed by “${agree}” Where space is tight, the button shows “${short}”`,
  own: "You wrote this text yourself, so it won't change with the language or your call settings.",
  useDefault: "Use the default text",
  privacyUrl: "Your privacy page",
  privacyUrlHint: "Linked next to the notice.",
  privacyUrlPlaceholder: "https://www.example.com/privacy",
} as const;

export const COPY_NOTE = {
  text: (name: string) => `A copy of ${name}, with its own embed code. It starts as a draft.`,
  file: (file: string, name: string) =>
    `The knowledge file ${file} stays with ${name}. If the copy needs it too, choose it again below.`,
  signedCalls: (name: string) =>
    `Unlike ${name}, the copy accepts calls that your server has not signed, until you switch signed calls on.`,
  notLive: (name: string) =>
    `The copy is of ${name} as it is live, without your changes that are not live.`,
  nameEnding: " copy",
} as const;

export const WEBSITE_TEMPLATE = {
  choice: "Your website",
  address: "Address of your website",
  example: "www.example.com",
  read: "Fill in the form",
  reading: "Reading...",
  cancel: "Cancel",
  about: (host: string, greeting: string | null) =>
    `Filled in from ${host}. Please check everything. ${greeting === null ? "" : `The greeting will be: “${greeting}” `}Once you create the assistant, it reads the website's pages.`,
  notRead: "The assistant was created, but its website was not added.",
} as const;

export const TEMPLATE_PICKER = {
  title: "Template",
  trigger: (chosen: string | null) => (chosen === null ? "Use a template" : `Template: ${chosen}`),
  kept: (fields: string[]) => `Kept what you entered: ${fields.join(", ")}.`,
  replace: "Replace it",
} as const;
