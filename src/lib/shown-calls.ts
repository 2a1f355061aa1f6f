import type { FunctionReturnType } from "convex/server";
import type { api } from "../../convex/_generated/api";

export type ShownCall = FunctionReturnType<typeof api.calls.listCalls>[number];
export type CallDetails = FunctionReturnType<typeof api.calls.getCallDetails>;
export type CallStatus = ShownCall["status"];
export type HourOfCalls = FunctionReturnType<typeof api.calls.callHours>[number];

/** Null if the call has not started or not ended. */
export function secondsOf({ startedAt, endedAt }: ShownCall): number | null {
  if (startedAt === null || endedAt === null) return null;
  return Math.max(0, (Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
}

export function assistantNameOf({ assistant }: ShownCall): string {
  return assistant?.name ?? "Unknown";
}
