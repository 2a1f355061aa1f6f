import { Field } from "../../components/field";
import { AssistantField } from "./assistant-field";
import { dayOf } from "./call-filter";
import { DayField } from "./day-field";
import { FILTERS, PERIOD } from "./texts";
import type { Filtering } from "./use-call-filter";
import { PERIODS, type Period } from "./use-period";

const CUSTOM = "custom";

type TrendsFiltersProps = { filtering: Filtering; period: Period };

/** The assistant and the days of all charts. */
export function TrendsFilters({ filtering, period }: TrendsFiltersProps) {
  const { filter, change } = filtering;
  const { lastDays, todayMs, choose } = period;
  return (
    <form
      aria-label={PERIOD.form}
      className="grid items-end gap-4 min-[22rem]:grid-cols-2 lg:grid-cols-4"
      onSubmit={(event) => event.preventDefault()}
    >
      <AssistantField {...filtering} />
      <Field label={PERIOD.label}>
        {(control) => (
          <select
            {...control}
            value={lastDays ?? CUSTOM}
            onChange={({ target: { value } }) => choose(value === CUSTOM ? null : Number(value))}
          >
            {PERIODS.map((days) => (
              <option key={days} value={days}>
                {PERIOD.lastDays(days)}
              </option>
            ))}
            <option value={CUSTOM}>{PERIOD.custom}</option>
          </select>
        )}
      </Field>
      {lastDays === null && (
        <>
          <DayField
            label={FILTERS.from}
            day={filter.from}
            max={filter.to ?? dayOf(todayMs)}
            onChange={(from) => change({ from })}
          />
          <DayField
            label={FILTERS.to}
            day={filter.to}
            min={filter.from}
            max={dayOf(todayMs)}
            onChange={(to) => change({ to })}
          />
        </>
      )}
    </form>
  );
}
