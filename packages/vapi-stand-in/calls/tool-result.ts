/** Reads a server's answer to `tool-calls`: https://docs.vapi.ai/tools/custom-tools */
import { types } from "../published/document.ts";
import { faultsOf } from "../published/faults.ts";
import type { ToolCall } from "../store/resources.ts";

/** What tools answer in place of their servers, by the names of their functions. */
export type ToolMocks = ReadonlyMap<string, string>;

interface Answered {
  results?: { toolCallId: string; result?: string; error?: string }[];
  error?: string;
}

/** What the vendor's guide to problems says of an answer that does not fit. */
const NONE = "No result returned";

export function resultIn(answer: unknown, { id }: ToolCall): string {
  const faults = faultsOf({ ref: "ServerMessageResponseToolCalls" }, answer, { types });
  if (faults.length > 0) return NONE;
  const { results = [], error } = answer as Answered;
  const own = results.find(({ toolCallId }) => toolCallId === id);
  return own?.result ?? own?.error ?? error ?? NONE;
}
