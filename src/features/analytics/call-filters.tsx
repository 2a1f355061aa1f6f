import { X } from "lucide-react";
import { useEffect, useRef, useState, type SubmitEvent } from "react";
import { MAX_SEARCH_LENGTH } from "../../../convex/shared/limits";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { isFiltering } from "./call-filter";
import type { CallStatus } from "../../lib/shown-calls";
import { CALL_STATUSES } from "./call-badges";
import { FILTERS } from "./texts";
import type { Filtering } from "./use-call-filter";

/** Avoids a search for every letter while the owner types. */
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

  // The URL may have changed elsewhere, for example by a link to this page. Then it wins.
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
      aria-label={FILTERS.label}
      className="grid items-end gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]"
      onSubmit={search}
    >
      <div className="max-lg:min-[22rem]:col-span-2">
        <Field label={FILTERS.search}>
          {(control) => (
            <input
              {...control}
              type="search"
              maxLength={MAX_SEARCH_LENGTH}
              placeholder={FILTERS.placeholder}
              value={typed}
              onChange={(event) => type(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Field label={FILTERS.assistant}>
        {(control) => (
          <select
            {...control}
            value={filter.assistantId ?? ""}
            onChange={(event) => change({ assistantId: orNull(event.target.value) })}
          >
            <option value="">{FILTERS.allAssistants}</option>
            {assistants.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={FILTERS.status}>
        {(control) => (
          <select
            {...control}
            value={filter.status ?? ""}
            onChange={(event) => change({ status: orNull(event.target.value as CallStatus | "") })}
          >
            <option value="">{FILTERS.allStatuses}</option>
            {Object.entries(CALL_STATUSES).map(([status, { label }]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="max-sm:min-[22rem]:col-span-2">
        <Field label={FILTERS.from}>
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
        <Field label={FILTERS.to}>
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
          {FILTERS.clear}
        </Button>
      )}
    </form>
  );
}

/** The first option of a list and an empty field mean no restriction. */
function orNull<Value extends string>(value: Value | ""): Value | null {
  return value === "" ? null : value;
}
