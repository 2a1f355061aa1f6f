import { Field } from "../../components/field";
import { SearchField } from "../../components/search-field";
import { statusFrom } from "./inbox-filter";
import { FILTERS, STATUSES } from "./texts";
import type { Inbox } from "./use-inbox";

type InboxFiltersProps = Pick<Inbox, "filter" | "changeFilter" | "assistants">;

export function InboxFilters({ filter, changeFilter, assistants }: InboxFiltersProps) {
  return (
    <form
      role="search"
      aria-label={FILTERS.label}
      className="grid items-end gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="max-lg:min-[22rem]:col-span-2">
        <SearchField
          label={FILTERS.search}
          placeholder={FILTERS.searchPlaceholder}
          words={filter.words}
          onSearch={(words) => changeFilter({ words })}
        />
      </div>
      <Field label={FILTERS.assistant}>
        {(control) => (
          <select
            {...control}
            value={filter.assistantId ?? ""}
            onChange={({ target }) =>
              changeFilter({
                assistantId: assistants.find(({ _id }) => _id === target.value)?._id ?? null,
              })
            }
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
            onChange={({ target }) => changeFilter({ status: statusFrom(target.value) })}
          >
            <option value="">{FILTERS.allStatuses}</option>
            {Object.entries(STATUSES).map(([status, name]) => (
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
