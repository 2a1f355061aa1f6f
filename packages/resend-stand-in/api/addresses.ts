/** Addresses in the forms that Resend accepts: `email@example.com` or `Name <email@example.com>`. */
import { plainAddress } from "../store/mail-store.ts";

const MAILBOX = /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\]+\.[^\s@<>(),;:"[\]\\.]+$/;
const NAMED = /^[^<>]*<([^<>]+)>$/;

export function isAddress(text: string): boolean {
  const trimmed = text.trim();
  return MAILBOX.test(NAMED.exec(trimmed)?.[1]?.trim() ?? trimmed);
}

export function domainOf(address: string): string {
  return plainAddress(address).split("@").at(-1) ?? "";
}

/**
 * Addresses that simulate an outcome, with any label after a plus:
 * https://resend.com/docs/dashboard/emails/send-test-emails
 */
const TEST_ADDRESS = /^(delivered|bounced|complained|suppressed)(?:\+[^@]*)?@resend\.dev$/;

export type Outcome = "delivered" | "bounced" | "complained" | "suppressed";

export function simulatedOutcome(address: string): Outcome | null {
  return (TEST_ADDRESS.exec(plainAddress(address))?.[1] ?? null) as Outcome | null;
}
