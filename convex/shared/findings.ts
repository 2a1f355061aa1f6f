/** The information that an owner wants from each call. */
export const FINDING_KINDS = [
  "text",
  "number",
  "yesNo",
  "choice",
  "email",
  "phone",
  "date",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  label: string;
  kind: FindingKind;
  /** The possible answers, for a choice only. */
  choices?: string[];
  /** The assistant asks for it. */
  isRequired: boolean;
}

export const MAX_FINDINGS = 12;
/** Characters. */
export const FINDING_LIMITS = { label: 60, choice: 60, successWords: 500 } as const;
export const MAX_CHOICES = 12;
const FEWEST_CHOICES = 2;

export const KIND_NAMES: Record<FindingKind, string> = {
  text: "Text",
  number: "Number",
  yesNo: "Yes or no",
  choice: "One of a list",
  email: "Email address",
  phone: "Phone number",
  date: "Date",
};

const NAME: Finding = { label: "Name", kind: "text", isRequired: true };
const PHONE: Finding = { label: "Phone number", kind: "phone", isRequired: true };

/** Ready-made lists to start with. */
export const FINDING_SETS = [
  {
    name: "Contact",
    findings: [
      NAME,
      { label: "Email address", kind: "email", isRequired: false },
      { ...PHONE, isRequired: false },
      { label: "Request", kind: "text", isRequired: true },
      { label: "Wants a callback", kind: "yesNo", isRequired: false },
    ],
  },
  {
    name: "Order",
    findings: [
      NAME,
      PHONE,
      { label: "Order", kind: "text", isRequired: true },
      { label: "Day", kind: "date", isRequired: true },
      {
        label: "Pick-up or delivery",
        kind: "choice",
        choices: ["Pick-up", "Delivery"],
        isRequired: false,
      },
    ],
  },
  {
    name: "Appointment",
    findings: [
      NAME,
      PHONE,
      { label: "Reason", kind: "text", isRequired: true },
      { label: "Day", kind: "date", isRequired: true },
      {
        label: "Time of day",
        kind: "choice",
        choices: ["Morning", "Afternoon"],
        isRequired: false,
      },
      { label: "First visit", kind: "yesNo", isRequired: false },
    ],
  },
] as const satisfies { name: string; findings: Finding[] }[];

const LONGEST_KEY = 40;

/** The name in API answers and webhooks: `Phone number` is `phone_number`. Labels without Latin letters get a number. */
export function findingKey(label: string): string {
  const plain = label.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g)?.join("_") ?? "";
  return words === "" ? `field_${hashOf(label)}` : words.slice(0, LONGEST_KEY);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** The findings as they are saved, with trimmed texts, and with choices only for the kind "choice". */
export function tidyFindings(findings: Finding[]): Finding[] {
  return findings.map(({ label, kind, choices = [], isRequired }) => ({
    label: label.trim(),
    kind,
    isRequired,
    ...(kind === "choice" ? { choices: choices.map((choice) => choice.trim()) } : {}),
  }));
}

/** The first problem and its position, or null. */
export function problemWithFindings(findings: Finding[]): { index: number; says: string } | null {
  if (findings.length > MAX_FINDINGS) {
    return { index: MAX_FINDINGS, says: `You can collect up to ${MAX_FINDINGS} items.` };
  }
  const keys = new Set<string>();
  for (const [index, finding] of findings.entries()) {
    const says = objectionToOne(finding, keys);
    if (says !== null) return { index, says };
    keys.add(findingKey(finding.label));
  }
  return null;
}

function objectionToOne({ label, kind, choices = [] }: Finding, keys: Set<string>): string | null {
  if (label === "") return "Please give each item a name.";
  if (label.length > FINDING_LIMITS.label) {
    return `A name can have at most ${FINDING_LIMITS.label} characters.`;
  }
  if (keys.has(findingKey(label)))
    return `“${label}” is already in the list. Please choose another name.`;
  return kind === "choice" ? objectionToChoices(label, choices) : null;
}

function objectionToChoices(label: string, choices: string[]): string | null {
  if (choices.length < FEWEST_CHOICES)
    return `“${label}” needs at least two answers to choose from.`;
  if (choices.length > MAX_CHOICES) return `“${label}” can have at most ${MAX_CHOICES} answers.`;
  if (choices.some((choice) => choice === "" || choice.length > FINDING_LIMITS.choice)) {
    return `Each answer of “${label}” needs 1 to ${FINDING_LIMITS.choice} characters.`;
  }
  const distinct = new Set(choices.map((choice) => choice.toLowerCase()));
  return distinct.size < choices.length ? `“${label}” has the same answer twice.` : null;
}
