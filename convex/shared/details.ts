/** What an assistant has noted of the things to find out, as the talk page shows it. */
import type { FindingKind } from "./findings";

export interface Detail {
  key: string;
  /** As the owner wrote it. */
  label: string;
  kind: FindingKind;
  /** The possible values, for a choice only. */
  choices?: string[];
  /** Null if nothing is noted. */
  value: string | number | boolean | null;
}

/** A value that the visitor has written by hand. */
export interface CorrectedDetail {
  key: string;
  value: string;
}

/** Why it was not taken. `ended`: the conversation is over, or the assistant no longer asks for it. */
export const DETAIL_FAULTS = ["type", "tooLong", "email", "phone", "ended"] as const;
export type DetailFault = (typeof DETAIL_FAULTS)[number];

/** In characters. */
export const MAX_DETAIL_LENGTH = 500;
