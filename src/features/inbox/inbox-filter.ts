import type { FunctionArgs } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { INBOX_PARAMS } from "../../lib/routes";
import type { OutcomeStatus } from "./shown-outcome";
import { STATUSES } from "./texts";

/** What the backend filters by. Null stands for all. */
type Choices = Omit<FunctionArgs<typeof api.outcomes.pageOutcomes>, "paginationOpts">;

/** Which entries the inbox shows. An empty search finds all. */
export type InboxFilter = Choices & { words: string };

/** The filter is part of the address, so that a reload or a shared link keeps it. */
const IN_ADDRESS: { [Field in keyof InboxFilter]: Address<InboxFilter[Field]> } = {
  // Only an id of the owner's assistants is sent to the backend (use-inbox.ts).
  assistantId: { param: "assistant", read: (text) => text as Choices["assistantId"] },
  status: { param: "status", read: statusFrom },
  words: { param: INBOX_PARAMS.words, read: (text) => text?.trim() ?? "" },
};

interface Address<Value> {
  param: string;
  /** Ignores a value that does not exist: anyone can edit an address. */
  read: (text: string | null) => Value;
}

const FIELDS = Object.keys(IN_ADDRESS) as (keyof InboxFilter)[];

export const NO_FILTER = readFilter(new URLSearchParams());

export function readFilter(params: URLSearchParams): InboxFilter {
  const values = FIELDS.map((field) => {
    const { param, read } = IN_ADDRESS[field];
    return [field, read(params.get(param))];
  });
  return Object.fromEntries(values) as InboxFilter;
}

/** Leaves the other parameters as they are. */
export function writeFilter(params: URLSearchParams, filter: InboxFilter): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const field of FIELDS) {
    const value = filter[field];
    const { param } = IN_ADDRESS[field];
    if (value === null || value === "") written.delete(param);
    else written.set(param, value);
  }
  return written;
}

export function isFiltering(filter: InboxFilter): boolean {
  return Object.values(filter).some((value) => value !== null && value !== "");
}

export function statusFrom(text: string | null): OutcomeStatus | null {
  const statuses = Object.keys(STATUSES) as OutcomeStatus[];
  return statuses.find((status) => status === text) ?? null;
}
