import { useQuery } from "convex/react";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { MAX_SEARCH_LENGTH } from "../../../convex/shared/limits";
import { Field } from "../../components/field";
import { STATUS_NAMES, type OutcomeStatus } from "./outcome-words";
import type { InboxFilter } from "./use-inbox";

/** Long enough to type a word without a search for each of its letters. */
const TYPING_PAUSE_MS = 300;

type InboxFiltersProps = { filter: InboxFilter; onChange: (filter: InboxFilter) => void };

export function InboxFilters({ filter, onChange }: InboxFiltersProps) {
  const assistants = useQuery(api.assistants.listAssistants) ?? [];
  const [typed, setTyped] = useState(filter.words);

  const search = useEffectEvent((words: string) => onChange({ ...filter, words }));

  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [typed]);

  return (
    <form
      role="search"
      aria-label="Inbox"
      className="grid items-end gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="max-lg:min-[22rem]:col-span-2">
        <Field label="Search">
          {(control) => (
            <input
              {...control}
              type="search"
              maxLength={MAX_SEARCH_LENGTH}
              placeholder="Names, numbers, notes"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </div>
      <Field label="Assistant">
        {(control) => (
          <select
            {...control}
            value={filter.assistantId ?? ""}
            onChange={({ target }) => {
              const chosen = assistants.find(({ _id }) => _id === target.value);
              onChange({ ...filter, assistantId: chosen?._id ?? null });
            }}
          >
            <option value="">All assistants</option>
            {assistants.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Status">
        {(control) => (
          <select
            {...control}
            value={filter.status ?? ""}
            onChange={({ target }) => onChange({ ...filter, status: statusOf(target.value) })}
          >
            <option value="">All</option>
            {Object.entries(STATUS_NAMES).map(([status, name]) => (
              <option key={status} value={status}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </form>
  );
}

function statusOf(text: string): OutcomeStatus | null {
  const statuses = Object.keys(STATUS_NAMES) as OutcomeStatus[];
  return statuses.find((status) => status === text) ?? null;
}
