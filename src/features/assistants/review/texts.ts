/** The texts about changes that wait for a review before they go live. "Draft" is what an unpublished assistant is called. */
const ALWAYS_LIVE = "Knowledge, today's notes, actions and signed calls are always live at once.";

export const BAR = {
  label: "Changes that are not live",
  title: "You have changes that are not live",
  changed: (labels: string, time: string) => `${labels}. Saved ${time}.`,
  restored: (number: number) => `Restored from version ${number}.`,
  review: "Review and publish",
  discard: "Discard",
  discardLabel: "Discard the changes that are not live",
  discarding: "Discarding...",
  confirmDiscard:
    "Discard your changes and go back to what is live? You cannot get the changes back.",
  discarded: "Your changes were discarded.",
  discardFailed: "Failed to discard the changes.",
  gone: "These changes were already published or discarded.",
} as const;

export const REVIEW = {
  title: "Review your changes",
  /** The first part is struck out and the third underlined, like the texts that they explain. */
  legend: ["Struck out", " text is live now, ", "underlined", " text takes its place."],
  liveNow: "Live now: ",
  changedTo: "Changed to: ",
  unsaved: "What you have not saved yet is not part of this.",
  edited: "The changes were edited in the meantime.",
  show: "Show the latest",
  effects: "What happens when you publish",
  running:
    "New conversations use the changes a few seconds later. Calls in progress go on as they began.",
  notPublished: "The assistant is not published. Visitors get the changes once you publish it.",
  asksToAgree: "Visitors are asked to agree to the notice before they begin.",
  asksAgain: "The privacy notice changes, so every visitor is asked to agree again.",
  noNotice: "Visitors no longer see a notice before they begin.",
  deletes: (days: number) =>
    `All calls and typed conversations of this assistant that are older than ${days} days are deleted.`,
  records: "Calls are recorded from now on.",
  disappears: (sites: string) => `The button no longer appears on ${sites}.`,
  findings:
    "The inbox, mails, connected systems and the API have the new information to collect from the next conversation on.",
  alwaysLive: ALWAYS_LIVE,
  cancel: "Cancel",
  conditions: "Rehearsals that must pass",
  conditionsIntro: (count: number) =>
    count === 1
      ? "One of them has not passed with these changes. It runs before they go live."
      : `${count} of them have not passed with these changes. They run before they go live.`,
  notRun: "Not run with these changes",
  allPassed: "All of them have passed with these changes.",
  notPassed:
    "The changes are not live, because not all rehearsals have passed. You can change them, or publish them anyway.",
  rehearse: (count: number) => `Rehearse and publish (uses ${count})`,
  rehearsing: "Rehearsing...",
  rehearsingNote: "This takes about a minute. You may close this: the changes go live if all pass.",
  anyway: "Publish anyway",
  confirmAnyway: "Publish although rehearsals that must pass have not? Visitors get the changes.",
  publish: "Publish changes",
  publishing: "Publishing...",
  published: "Changes published! Visitors get them in a few seconds.",
  saved: "Changes saved. Visitors get them once you publish the assistant.",
  failed: "Failed to publish the changes.",
} as const;

export const SWITCH = {
  title: "Review changes before they go live",
  on: "On",
  off: "Off",
  onText: `What you save waits until you have reviewed and published it. While the assistant is not published, saving needs no review. ${ALWAYS_LIVE}`,
  offText: "What you save is live at once. Switch this on to see all differences first.",
  switchOn: "Switch on",
  switchOff: "Switch off",
  onFailed: "Failed to switch reviews on.",
  offFailed: "Failed to switch reviews off.",
  question: "You have changes that are not live. What should happen to them?",
  publishFirst: "Review and publish them",
  discardFirst: "Discard them",
  cancel: "Cancel",
} as const;
