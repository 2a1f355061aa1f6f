/** Who may see the operator's page (docs/decisions/0058-the-operators-page.md). */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { REFUSALS } from "../shared/messages";
import { optional } from "./env";
import { requireOwner } from "./owner";
import { userError } from "./userError";

/**
 * Asks for more than `isAddressConfirmed` does: where nobody can confirm an address, anybody could sign up with an
 * operator's. Addresses are compared as sign-in stores them. A tag after a plus counts, because not all providers deliver
 * both spellings to one person.
 */
export function isOperator({ email, emailVerificationTime }: Doc<"users">): boolean {
  if (email === undefined || emailVerificationTime === undefined) return false;
  return operatorAddresses().includes(email);
}

export async function requireOperator(ctx: QueryCtx): Promise<Doc<"users">> {
  const owner = await requireOwner(ctx);
  if (!isOperator(owner)) throw userError("not_operator", REFUSALS.notOperator);
  return owner;
}

function operatorAddresses(): string[] {
  const named = optional("OPERATOR_EMAILS") ?? "";
  return named.split(",").map((address) => address.trim().toLowerCase());
}
