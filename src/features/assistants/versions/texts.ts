/** The texts of the section with an assistant's versions. */
export const LIST = {
  intro: (most: number) =>
    `We keep the latest ${most} versions. Restoring one saves it as a new version, so you can always go back.`,
  introWithReview: (most: number) =>
    `We keep the latest ${most} versions that were live. Restoring one makes changes that wait for your review.`,
  loading: "Loading the versions",
  empty: "No earlier versions yet. Your next change will create one.",
  current: "Current",
  live: "Live",
  notLive: "Not live",
  review: "Review",
  reviewLabel: "Review the changes that are not live",
  waiting: (labels: string) => `Your changes: ${labels}`,
  version: (number: number) => `Version ${number}`,
  created: "created",
  changed: "changed",
  restoredFrom: (number: number) => `restored from version ${number}`,
  compare: "Compare",
  compareLabel: (number: number) => `Compare version ${number}`,
  showOlder: "Show older versions",
  loadingOlder: "Loading...",
} as const;

export const COMPARISON = {
  loading: "Loading the version",
  title: (number: number, time: string) => `Version ${number}, ${time}`,
  same: "This version is the same as the current one.",
  /** The first part is struck out and the third underlined, like the texts that they explain. */
  legend: [
    "Struck out",
    " text is only in this version, ",
    "underlined",
    " text only in the current one.",
  ],
  onlyInVersion: "Only in this version: ",
  onlyInCurrent: "Only in the current one: ",
  back: "All versions",
  restore: "Restore",
  restoring: "Restoring...",
  restored: (number: number) => `Version ${number} was restored.`,
  restoredForReview: (number: number) =>
    `Version ${number} was restored as changes that are not live yet.`,
  waits: "Restoring it makes changes that wait for your review.",
  replacesChanges:
    "This compares with what is live. Restoring it replaces your changes that are not live.",
  confirmReplacing:
    "Restoring this version replaces your changes that are not live. You cannot get them back. Restore it?",
  failed: "Failed to restore the version.",
  hadNoFile: "This version had no knowledge file.",
  fileGone: (file: string) => `This version's knowledge file “${file}” no longer exists.`,
  restoredWithout: "Restoring it leaves the assistant without a file.",
  restoredWith: (file: string) => `Restoring it keeps “${file}”.`,
} as const;

/** Values of settings. */
export const VALUES = {
  none: "None",
  yes: "Yes",
  no: "No",
  forever: "Forever",
  days: (days: number) => `${days} days`,
  default: "Default text",
  required: "required",
  shareOfPlan: "A fifth of the plan's minutes",
  minutes: (minutes: number) => `${minutes} minutes a day`,
  alwaysOpen: "Always open",
  closed: "closed",
  span: (from: string, to: string) => `${from} to ${to}`,
} as const;

/** Of what is part of a version and has no input in the form. */
export const OTHER_LABELS = {
  knowledgeFile: "Knowledge file",
  onlySignedCalls: "Signed calls only",
  noticeText: "Text",
  privacyUrl: "Privacy page",
} as const;
