/** What was done after the visitor's yes, as the talk page shows it. */
import type { ProposalLine } from "./proposal";

/**
 * - booked: the calendar has accepted it
 * - requested: the host has yet to confirm it
 * - sent: the owner's server has accepted the request
 */
export const SLIP_STATES = ["booked", "requested", "sent"] as const;
export type SlipState = (typeof SLIP_STATES)[number];

export interface Slip {
  id: string;
  state: SlipState;
  /** The action's name, as its owner wrote it. */
  title: string;
  lines: Pick<ProposalLine, "label" | "value">[];
  /** An address among the values. */
  email: string | null;
  /** Whether it can be sent by email. */
  canMail: boolean;
}

export const SLIP_PATH = "/conversation/slip";
/** In one conversation. */
export const MAX_SLIP_MAILS = 2;
/** To one address, and of one owner. */
export const SLIP_MAILS_TO_ADDRESS_A_DAY = 5;
export const SLIP_MAILS_OF_OWNER_A_DAY = 200;
