import { X } from "lucide-react";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { MAX_SEARCH_LENGTH } from "../../../convex/shared/limits";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { isFiltering } from "./call-filter";
import type { CallStatus } from "../../lib/shown-calls";
import { CALL_STATUSES } from "./call-words";
import type { Filtering } from "./use-call-filter";

/** Long enough to type a word without a search for each of its letters. */
const TYPING_PAUSE_MS = 300;

export function CallFilters({ filtering }: { filtering: Filtering }) {
  const { filter, assistants, change, clear } = filtering;
  const [typed, setTyped] = useState(filter.words);
  const [sent, setSent] = useState(filter.words);
  const [heard, setHeard] = useState(filter.words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  // The address may have changed by itself, as by a link to this page: then it is right.
  if (filter.words !== heard) {
    setHeard(filter.words);
    if (filter.words !== sent) {
      setSent(filter.words);
      setTyped(filter.words);
    }
  }

  function send(words: string) {
    setSent(words);
    change({ words });
  }

  function type(words: string) {
    setTyped(words);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(words.trim()), TYPING_PAUSE_MS);
  }

  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    clearTimeout(timer.current);
    send(typed.trim());
  }

  function clearAll() {
    clearTimeout(timer.current);
    setTyped("");
    setSent("");
    clear();
  }

  return (
    <form
      role="search"
      aria-label="Calls"
      className="grid items-end gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]"
      onSubmit={search}
    >
      <div className="max-lg:min-[22rem]:col-span-2">
        <Field label="Search">
          {(control) => (
            <input
              {...control}
              type="search"
              maxLength={MAX_SEARCH_LENGTH}
              placeholder="Summaries and transcripts"
              value={typed}
              onChange={(event) => type(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Field label="Assistant">
        {(control) => (
          <select
            {...control}
            value={filter.assistantId ?? ""}
            onChange={(event) => change({ assistantId: orNull(event.target.value) })}
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
            onChange={(event) => change({ status: orNull(event.target.value as CallStatus | "") })}
          >
            <option value="">All statuses</option>
            {Object.entries(CALL_STATUSES).map(([status, { label }]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="max-sm:min-[22rem]:col-span-2">
        <Field label="From">
          {(control) => (
            <input
              {...control}
              type="date"
              max={filter.to ?? undefined}
              value={filter.from ?? ""}
              onChange={(event) => change({ from: orNull(event.target.value) })}
            />
          )}
        </Field>
      </div>
      <div className="max-sm:min-[22rem]:col-span-2">
        <Field label="To">
          {(control) => (
            <input
              {...control}
              type="date"
              min={filter.from ?? undefined}
              value={filter.to ?? ""}
              onChange={(event) => change({ to: orNull(event.target.value) })}
            />
          )}
        </Field>
      </div>
      {(isFiltering(filter) || typed !== "") && (
        <Button variant="quiet" className="-ml-4 justify-self-start" onClick={clearAll}>
          <X size={16} strokeWidth={1.75} aria-hidden />
          Clear filters
        </Button>
      )}
    </form>
  );
}

/** The first option of each list, or an emptied field, stands for all. */
function orNull<Value extends string>(value: Value | ""): Value | null {
  return value === "" ? null : value;
}
