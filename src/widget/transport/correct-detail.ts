import type { CorrectedDetail, Detail, DetailFault } from "../../../convex/shared/details";
import { FIELD_PATH } from "../../../convex/shared/requestedFields";

/** What is noted afterwards, and why the value was not taken, if it was not. */
interface Corrected {
  details: Detail[];
  detailFault?: DetailFault;
}

/** Tells our server what the visitor has written by hand. Null if nobody knows whether it was taken. */
export async function correctDetail(
  siteUrl: string,
  { embedId: assistantId, thread }: { embedId: string; thread: string | null },
  detail: CorrectedDetail,
): Promise<Corrected | null> {
  const body = JSON.stringify({ assistantId, thread, detail });
  return await fetch(siteUrl + FIELD_PATH, { method: "POST", body })
    .then(async (answer) => (answer.ok ? ((await answer.json()) as Corrected) : null))
    .catch(() => null);
}
