/** Who or what ended a call, by the voice platform's reason. Anything may be appended to a reason. */
const BEGINNINGS = [
  ["assistant-ended-call", "assistant"],
  ["assistant-hung-up", "assistant"],
  ["customer-ended-call", "visitor"],
  ["customer-hung-up", "visitor"],
  ["assistant-error", "error"],
  ["error", "error"],
] as const;

export type CallEnder = (typeof BEGINNINGS)[number][1] | "other";

export function enderOf(endedReason: string | null): CallEnder {
  const found = BEGINNINGS.find(
    ([beginning]) => endedReason === beginning || endedReason?.startsWith(`${beginning}-`) === true,
  );
  return found?.[1] ?? "other";
}

/** A call that one of the two ended went well. */
export function isSuccessfulEnd(endedReason: string | null): boolean {
  const ender = enderOf(endedReason);
  return ender === "assistant" || ender === "visitor";
}
