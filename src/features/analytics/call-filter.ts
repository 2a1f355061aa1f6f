import type { CallStatus } from "../../lib/shown-calls";
import { CALLS_ASSISTANT_PARAM, ROUTES } from "../../lib/routes";
import { isStatus } from "./call-badges";

/** The filter in the URL. Null means no restriction. */
export type CallFilter = {
  assistantId: string | null;
  status: CallStatus | null;
  /** Days in the reader's time zone, both inclusive, in the format of date inputs. */
  from: string | null;
  to: string | null;
  words: string;
};

export const NO_FILTER: CallFilter = {
  assistantId: null,
  status: null,
  from: null,
  to: null,
  words: "",
};

const PARAMS = {
  assistantId: CALLS_ASSISTANT_PARAM,
  status: "status",
  from: "from",
  to: "to",
  words: "q",
};

/** Ignores invalid values, because anybody can edit the URL. */
export function readFilter(params: URLSearchParams): CallFilter {
  const status = params.get(PARAMS.status);
  return {
    assistantId: params.get(PARAMS.assistantId),
    status: status !== null && isStatus(status) ? status : null,
    from: readDay(params.get(PARAMS.from)),
    to: readDay(params.get(PARAMS.to)),
    words: params.get(PARAMS.words)?.trim() ?? "",
  };
}

/** Keeps the other parameters of the URL. */
export function writeFilter(params: URLSearchParams, filter: CallFilter): URLSearchParams {
  const written = new URLSearchParams(params);
  for (const [field, name] of Object.entries(PARAMS)) {
    const value = filter[field as keyof CallFilter];
    if (value === null || value === "") written.delete(name);
    else written.set(name, value);
  }
  return written;
}

/** The list of calls with this filter. */
export function callsPathFor(filter: Partial<CallFilter>): string {
  const params = writeFilter(new URLSearchParams(), { ...NO_FILTER, ...filter });
  return `${ROUTES.calls}?${params.toString()}`;
}

export function isFiltering(filter: CallFilter): boolean {
  return Object.values(filter).some((value) => value !== null && value !== "");
}

/** From the start of the first day to the end of the last. */
export function timesOf({ from, to }: CallFilter): { fromMs: number | null; toMs: number | null } {
  return {
    fromMs: from === null ? null : midnight(from, 0),
    toMs: to === null ? null : midnight(to, 1),
  };
}

/** The day of a moment, in the format of date inputs. */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  const month = String(date.getMonth() + 1).padStart(2, "0");
  const day = String(date.getDate()).padStart(2, "0");
  return `${date.getFullYear()}-${month}-${day}`;
}

function readDay(value: string | null): string | null {
  if (value === null || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  return Number.isNaN(Date.parse(value)) ? null : value;
}

/** Uses calendar days, because a day may have 23 or 25 hours. */
function midnight(day: string, daysLater: number): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}
