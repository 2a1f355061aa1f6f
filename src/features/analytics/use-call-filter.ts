import { useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useAddressParams } from "../../lib/use-address-params";
import { NO_FILTER, readFilter, timesOf, writeFilter, type CallFilter } from "./call-filter";

type Assistant = FunctionReturnType<typeof api.assistants.listAssistants>[number];

export type Filtering = {
  filter: CallFilter;
  /** The arguments for the backend; null until we know whether the assistant in the URL exists. */
  asked: Asked | null;
  assistants: Assistant[];
  change: (changes: Partial<CallFilter>) => void;
  clear: () => void;
};

export type Asked = {
  /** Missing for calls by voice. */
  channel?: "text";
  assistantId: Id<"assistants"> | null;
  status: CallFilter["status"];
  fromMs: number | null;
  toMs: number | null;
};

const ASSISTANTS = { assistants: { query: api.assistants.listAssistants, args: {} } };

/** The filter is kept in the URL, so that it can be shared and survives a reload. */
export function useCallFilter(): Filtering {
  const [params, changeParams] = useAddressParams();
  const answer = useQueries(ASSISTANTS).assistants as Assistant[] | Error | undefined;
  // If the assistants fail to load, the calls are still shown, without that filter.
  const assistants = answer instanceof Error ? [] : answer;
  const written = readFilter(params);
  // An unknown id filters nothing: the assistant may have been deleted.
  const assistant = assistants?.find(({ _id }) => _id === written.assistantId);
  const filter = { ...written, assistantId: assistant?._id ?? null };
  const isKnown = written.assistantId === null || assistants !== undefined;

  function set(changes: Partial<CallFilter>) {
    changeParams((latest) => writeFilter(latest, { ...readFilter(latest), ...changes }), {
      replace: true,
      preventScrollReset: true,
    });
  }

  return {
    filter,
    asked: isKnown
      ? { assistantId: assistant?._id ?? null, status: filter.status, ...timesOf(filter) }
      : null,
    assistants: assistants ?? [],
    change: set,
    clear: () => set(NO_FILTER),
  };
}
