import type { OutcomeStatus, ShownOutcome } from "./shown-outcome";
import { STATUSES } from "./texts";

/** Which entries the inbox shows. Null and "" stand for all. */
export interface InboxFilter<AssistantId extends string = string> {
  assistantId: AssistantId | null;
  status: OutcomeStatus | null;
  words: string;
}

export const NO_FILTER: InboxFilter = { assistantId: null, status: null, words: "" };

/** The filter is part of the address, so that a reload or a shared link keeps it. */
const PARAMS = { assistantId: "assistant", status: "status", words: "q" } as const;

/** Ignores a status that does not exist: anyone can edit an address. */
export function readFilter(params: URLSearchParams): InboxFilter {
  return {
    assistantId: params.get(PARAMS.assistantId),
    status: statusFrom(params.get(PARAMS.status)),
    words: params.get(PARAMS.words)?.trim() ?? "",
  };
}

/** Leaves the other parameters as they are. */
export function writeFilter(params: URLSearchParams, filter: InboxFilter): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const field of Object.keys(PARAMS) as (keyof typeof PARAMS)[]) {
    const value = filter[field];
    if (value === null || value === "") written.delete(PARAMS[field]);
    else written.set(PARAMS[field], value);
  }
  return written;
}

export function isFiltering(filter: InboxFilter): boolean {
  return Object.values(filter).some((value) => value !== null && value !== "");
}

/** For entries that were searched by their words. */
export function matchesFilter({ assistant, status }: ShownOutcome, filter: InboxFilter): boolean {
  return (
    (filter.assistantId === null || assistant?.id === filter.assistantId) &&
    (filter.status === null || status === filter.status)
  );
}

export function statusFrom(text: string | null): OutcomeStatus | null {
  const statuses = Object.keys(STATUSES) as OutcomeStatus[];
  return statuses.find((status) => status === text) ?? null;
}
