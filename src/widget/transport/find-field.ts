import type { Proposal } from "../../../convex/shared/proposal";
import type { Slip } from "../../../convex/shared/slip";
import { FIELD_PATH, type RequestedField } from "../../../convex/shared/requestedFields";

/** What the assistant wants of the visitor during a call. */
export interface Asked {
  field: RequestedField | null;
  proposal: Proposal | null;
  slip: Slip | null;
}

/**
 * Asks our server for the field that the assistant has requested, and for what it asks a yes to. `closed` is one that the visitor has filled in or
 * dismissed. Undefined if there is no answer.
 */
export async function findField(
  siteUrl: string,
  conversation: { assistantId: string; thread: string; closed?: string },
): Promise<Asked | undefined> {
  const body = JSON.stringify(conversation);
  return await fetch(siteUrl + FIELD_PATH, { method: "POST", body })
    .then(async (answer) => {
      if (!answer.ok) return undefined;
      return (await answer.json()) as Asked;
    })
    .catch(() => undefined);
}
