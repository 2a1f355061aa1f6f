/** Addresses as Resend takes them: `email@example.com` or `Name <email@example.com>`. */
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
 * What simulates a fate, with any label after a plus:
 * https://resend.com/docs/dashboard/emails/send-test-emails
 */
const TEST_ADDRESS = /^(delivered|bounced|complained|suppressed)(?:\+[^@]*)?@resend\.dev$/;

export type Fate = "delivered" | "bounced" | "complained" | "suppressed";

export function fateOf(address: string): Fate | null {
  return (TEST_ADDRESS.exec(plainAddress(address))?.[1] ?? null) as Fate | null;
}
