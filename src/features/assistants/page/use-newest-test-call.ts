import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { Id } from "../../../../convex/_generated/dataModel";
import type { ShownCall } from "../../../lib/shown-calls";

/** The assistant's newest test call or typed test. Null if there is none, undefined while loading. */
export function useNewestTestCall(
  assistantId: Id<"assistants">,
  channel?: "text",
): ShownCall | null | undefined {
  return useQuery(api.calls.recentCalls, channel === undefined ? {} : { channel })
    ?.filter(({ assistant, isTest }) => isTest && assistant?.id === assistantId)
    .reduce<ShownCall | null>((newest, call) => (isNewer(call, newest) ? call : newest), null);
}

/** Both times are the server's. */
export function isNewer(call: ShownCall, other: ShownCall | null): boolean {
  return other === null || call.createdAt > other.createdAt;
}
