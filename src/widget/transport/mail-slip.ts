import { SLIP_PATH } from "../../../convex/shared/slip";

/** Sends what was done to an address. Says why it could not, if so. */
export async function mailSlip(
  siteUrl: string,
  {
    embedId: assistantId,
    ...asked
  }: { embedId: string; thread: string | null; id: string; email: string },
): Promise<"sent" | "limited" | "failed"> {
  const body = JSON.stringify({ assistantId, ...asked });
  return await fetch(siteUrl + SLIP_PATH, { method: "POST", body }).then(
    ({ ok, status }) => {
      if (ok) return "sent";
      return status === 429 ? "limited" : "failed";
    },
    () => "failed",
  );
}
