import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { SearchField } from "../../components/search-field";
import { isFiltering } from "./call-filter";
import type { CallStatus } from "../../lib/shown-calls";
import { CALL_STATUSES } from "./call-badges";
import { FILTERS } from "./texts";
import type { Filtering } from "./use-call-filter";

export function CallFilters({ filtering }: { filtering: Filtering }) {
  const { filter, assistants, change, clear } = filtering;
  const [resets, setResets] = useState(0);

  /** A new key also clears what was typed and not searched for yet. */
  function clearAll() {
    setResets(resets + 1);
    clear();
  }

  return (
    <form
      role="search"
      aria-label={FILTERS.label}
      className="grid items-end gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="max-lg:min-[22rem]:col-span-2">
        <SearchField
          key={resets}
          label={FILTERS.search}
          placeholder={FILTERS.placeholder}
          words={filter.words}
          onSearch={(words) => change({ words })}
        />
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
      {isFiltering(filter) && (
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
