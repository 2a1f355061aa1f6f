import type { ShownCall } from "../../lib/shown-calls";
import type { Asked } from "./use-call-filter";

export function fitsFilter(call: ShownCall, { assistantId, status, fromMs, toMs }: Asked): boolean {
  const atMs = Date.parse(call.createdAt);
  return (
    (assistantId === null || call.assistant?.id === assistantId) &&
    (status === null || call.status === status) &&
    (fromMs === null || atMs >= fromMs) &&
    (toMs === null || atMs < toMs)
  );
}
