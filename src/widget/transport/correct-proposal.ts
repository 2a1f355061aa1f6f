import type { Correction, CorrectionFault, Proposal } from "../../../convex/shared/proposal";
import { FIELD_PATH } from "../../../convex/shared/requestedFields";

/** What waits for a yes afterwards, and why the value was not taken, if it was not. */
interface Corrected {
  proposal: Proposal | null;
  fault?: CorrectionFault;
}

/** Tells our server which value the visitor has corrected by hand. Null if nobody knows whether it was taken. */
export async function correctProposal(
  siteUrl: string,
  { embedId: assistantId, thread }: { embedId: string; thread: string | null },
  correction: Correction,
): Promise<Corrected | null> {
  const body = JSON.stringify({ assistantId, thread, correction });
  return await fetch(siteUrl + FIELD_PATH, { method: "POST", body })
    .then(async (answer) => (answer.ok ? ((await answer.json()) as Corrected) : null))
    .catch(() => null);
}
