/** What an assistant wants to do once the visitor has said yes to it, as the talk page shows it. */
export interface Proposal {
  id: string;
  /** Rises with each correction by hand. */
  version: number;
  /** The action's name, as its owner wrote it. */
  title: string;
  lines: ProposalLine[];
}

export interface ProposalLine {
  label: string;
  value: string | number | boolean;
  /** The parameter. Absent if the value cannot be corrected by hand. */
  name?: string;
}

/** A value that the visitor has corrected by hand. The proposal is the one that the visitor saw. */
export interface Correction {
  id: string;
  version: number;
  name: string;
  value: string | number | boolean;
}

/** Why a corrected value was not taken. `outdated`: something else waits for a yes by now, or nothing. */
export const CORRECTION_FAULTS = [
  "missing",
  "type",
  "tooLong",
  "email",
  "start",
  "past",
  "outdated",
] as const;
export type CorrectionFault = (typeof CORRECTION_FAULTS)[number];
