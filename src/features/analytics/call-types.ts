import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type ShownCall = FunctionReturnType<typeof api.calls.listCalls>[number];
export type CallDetails = FunctionReturnType<typeof api.calls.getCallDetails>;
export type CallStatus = ShownCall["status"];
export type HourOfCalls = FunctionReturnType<typeof api.calls.callHours>[number];
