import { useAddressParams } from "../../lib/use-address-params";
import { DEFAULT_DAYS, daysAfter, spanOf, type Span } from "./call-days";
import { dayOf, readFilter, timesOf, writeFilter } from "./call-filter";
import { useToday } from "./use-today";

export const PERIODS = [7, DEFAULT_DAYS, 90];
const DAYS_PARAM = "days";

export type Period = {
  span: Span;
  todayMs: number;
  /** Null if the owner chose dates. */
  lastDays: number | null;
  choose: (lastDays: number | null) => void;
};

/** The days that Trends shows: the dates in the URL, or else the last days. */
export function usePeriod(): Period {
  const [params, changeParams] = useAddressParams();
  const todayMs = useToday();
  const filter = readFilter(params);
  const written = Number(params.get(DAYS_PARAM));
  const lastDays = PERIODS.includes(written) ? written : DEFAULT_DAYS;
  const span = spanOf(timesOf(filter), todayMs, lastDays);

  function choose(chosen: number | null) {
    const dates = { from: dayOf(span.fromMs), to: dayOf(daysAfter(span.toMs, -1)) };
    changeParams(
      (latest) => {
        const changes = chosen === null ? dates : { from: null, to: null };
        const next = writeFilter(latest, { ...readFilter(latest), ...changes });
        if (chosen === null || chosen === DEFAULT_DAYS) next.delete(DAYS_PARAM);
        else next.set(DAYS_PARAM, String(chosen));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  const hasDates = filter.from !== null || filter.to !== null;
  return { span, todayMs, lastDays: hasDates ? null : lastDays, choose };
}
