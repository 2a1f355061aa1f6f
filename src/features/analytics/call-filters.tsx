import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button";
import { Field } from "../../components/field";
import { SearchField } from "../../components/search-field";
import { AssistantField } from "./assistant-field";
import { CALL_STATUSES, isStatus } from "./call-badges";
import { isFiltering } from "./call-filter";
import { DayField } from "./day-field";
import { FILTERS } from "./texts";
import type { Filtering } from "./use-call-filter";

export function CallFilters({ filtering }: { filtering: Filtering }) {
  const { filter, change, clear } = filtering;
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
      <AssistantField {...filtering} />
      <Field label={FILTERS.status}>
        {(control) => (
          <select
            {...control}
            value={filter.status ?? ""}
            onChange={({ target: { value } }) => change({ status: isStatus(value) ? value : null })}
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
        <DayField
          label={FILTERS.from}
          day={filter.from}
          max={filter.to}
          onChange={(from) => change({ from })}
        />
      </div>
      <div className="max-sm:min-[22rem]:col-span-2">
        <DayField
          label={FILTERS.to}
          day={filter.to}
          min={filter.from}
          onChange={(to) => change({ to })}
        />
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
