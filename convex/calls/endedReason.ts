const SUCCESSFUL = [
  "assistant-ended-call",
  "customer-ended-call",
  "assistant-hung-up",
  "customer-hung-up",
];

/** A call that one of the two ended went as it should, whatever is appended to the reason. */
export function isSuccessfulEnd(endedReason: string | null): boolean {
  return (
    endedReason !== null &&
    SUCCESSFUL.some((reason) => endedReason === reason || endedReason.startsWith(`${reason}-`))
  );
}
