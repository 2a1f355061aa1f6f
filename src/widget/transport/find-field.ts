import type { Detail } from "../../../convex/shared/details";
import type { Proposal } from "../../../convex/shared/proposal";
import type { Slip } from "../../../convex/shared/slip";
import { FIELD_PATH, type RequestedField } from "../../../convex/shared/requestedFields";

/** What the assistant wants of the visitor during a call. */
export interface Asked {
  field: RequestedField | null;
  proposal: Proposal | null;
  slip: Slip | null;
  /** Absent in answers of older functions. */
  details?: Detail[];
}

/**
 * Asks our server for the field that the assistant has requested, for what it asks a yes to, and for what it has noted.
 * `closed` is a field that the visitor has filled in or dismissed. Undefined if there is no answer.
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
