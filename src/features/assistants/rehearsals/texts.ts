/** The texts of rehearsals. */
import type { RehearsalState } from "../../../../convex/shared/rehearsals";
import { MAX_EXPECTATIONS } from "../../../../convex/shared/rehearsals";

const plural = (count: number) => (count === 1 ? "1 rehearsal" : `${count} rehearsals`);

export const REHEARSALS = {
  title: "Rehearsals",
  intro:
    "A tester plays a visitor and writes or speaks with your assistant. You see what would be said before visitors do. Nothing is really done in a rehearsal: actions only answer as if they had worked.",
  ofDraft: "Your changes that are not live are rehearsed.",
  used: (used: number, allowed: number) => `${used} of ${allowed} rehearsals this month are used.`,
  loading: "Loading the rehearsals",
  none: "No rehearsals yet. Begin with a ready set, or write your own.",
  list: "Rehearsals",
  add: "Add a rehearsal",
  addSet: "Add a ready set",
  suggest: "Suggest situations",
  suggesting: "Thinking...",
  inVoice: "Rehearse by voice",
  inVoiceHint:
    "The tester speaks instead of writing. This takes longer, and each rehearsal counts twice.",
  runAll: (uses: number) => `Run all (uses ${uses})`,
  run: "Run",
  runInVoice: (uses: number) => `Run by voice (uses ${uses})`,
  running: "Running...",
  edit: "Edit",
  delete: "Delete",
  labelFor: (what: string, situation: string) => `${what}: ${situation}`,
  confirmDelete: "Delete this rehearsal and its result?",
  deleted: "Rehearsal deleted.",
  deleteFailed: "The rehearsal was not deleted.",
  runFailed: "The rehearsals did not start.",
  addFailed: "The rehearsals were not added.",
  added: (count: number) => `${plural(count)} added.`,
  nothingNew: "You have all of these already.",
  condition: "Must pass before publishing",
  fromCall: "From a conversation",
} as const;

export const STATES: Record<
  RehearsalState,
  { label: string; tone: "good" | "bad" | "warn" | "neutral" | "accent" }
> = {
  waiting: { label: "Waiting", tone: "neutral" },
  running: { label: "Running", tone: "accent" },
  passed: { label: "Passed", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  unclear: { label: "No result", tone: "warn" },
};

export const RESULT = {
  never: "Not run yet",
  outdated: "Run before your latest changes",
  show: "Show conversation",
  checks: "What was expected",
  must: (text: string) => `Must: ${text}`,
  mustNot: (text: string) => `Must not: ${text}`,
  met: "As expected",
  notMet: "Not as expected",
  unknown: "Could not be judged",
  conversation: "Conversation",
  tester: "Tester",
  assistant: "Assistant",
  nothing: "Nothing was said.",
  inVoice: "By voice",
  averageAnswer: (time: string) => `On average, the assistant began to answer after ${time}.`,
  time: (time: string) => `Run ${time}`,
} as const;

export const PROPOSAL = {
  ask: "Suggest a change",
  asking: "Thinking...",
  failed: "No change was suggested.",
  none: "No change of the prompt was suggested.",
  title: "Suggested prompt",
  legend: "Underlined text is new.",
  /** For screen readers. */
  words: { then: "Taken away: ", now: "Added: " },
  take: "Use this prompt",
  taking: "Saving...",
  changed: "The prompt was changed in the meantime. Please ask for a suggestion again.",
  dismiss: "Dismiss",
} as const;

export const FORM = {
  newTitle: "New rehearsal",
  editTitle: "Edit rehearsal",
  situation: "Situation",
  situationHint:
    "What the visitor wants or is like. What you put in quotation marks is written literally.",
  situationExample: "wants to cancel an order, and is angry",
  must: "What must happen",
  mustNot: "What must not happen",
  lines: `One thing on each line, at most ${MAX_EXPECTATIONS}.`,
  mustExample: "asks for the order number",
  mustNotExample: "promises a refund",
  isCondition: "Must pass before changes go live",
  isConditionHint: "Counts when changes wait for a review, which you switch on under Versions.",
  save: "Save rehearsal",
  saving: "Saving...",
  saved: "Rehearsal saved.",
  saveFailed: "The rehearsal was not saved.",
  cancel: "Cancel",
} as const;

export const SUGGESTED = {
  title: "Suggested situations",
  intro: "Choose one, and say what must or must not happen.",
  use: "Use",
  none: "No situations were suggested.",
  failed: "No situations were suggested.",
  close: "Close",
} as const;

export const NIGHTLY = {
  title: "Checked every night",
  intro:
    "We ask your live assistant again what visitors ask most, if something has changed or a week has passed. You get an email only if an answer changed, is missing, or contradicts your opening hours. This uses none of your rehearsals.",
  none: "Nothing to ask yet. It begins the night after visitors have asked your published assistant something. Your account needs a plan.",
  list: "Most asked questions",
  noAnswer: "Not answered",
  checked: (time: string) => `Checked ${time}`,
} as const;
