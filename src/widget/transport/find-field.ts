import { FIELD_PATH, type RequestedField } from "../../../convex/shared/requestedFields";

/**
 * Asks our server for the field that the assistant has requested. `closed` is one that the visitor has filled in or
 * dismissed. Undefined if there is no answer.
 */
export async function findField(
  siteUrl: string,
  conversation: { assistantId: string; thread: string; closed?: string },
): Promise<RequestedField | null | undefined> {
  const body = JSON.stringify(conversation);
  return await fetch(siteUrl + FIELD_PATH, { method: "POST", body })
    .then(async (answer) => {
      if (!answer.ok) return undefined;
      return ((await answer.json()) as { field: RequestedField | null }).field;
    })
    .catch(() => undefined);
}
