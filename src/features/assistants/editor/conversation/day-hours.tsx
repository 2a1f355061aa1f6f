import { Plus, X } from "lucide-react";
import { MINUTES_A_DAY, MAX_SPANS, type Span } from "../../../../../convex/shared/openingHours";
import { Button } from "../../../../components/button";
import { HOURS } from "./texts";

type DayHoursProps = {
  name: string;
  spans: Span[];
  problem: string;
  onChange: (spans: Span[]) => void;
};

const HOUR_MINUTES = 60;
const FIRST_SPAN: Span = { fromMinute: 9 * HOUR_MINUTES, toMinute: 17 * HOUR_MINUTES };

export function DayHours({ name, spans, problem, onChange }: DayHoursProps) {
  function change(index: number, changed: Partial<Span>) {
    onChange(spans.map((span, at) => (at === index ? { ...span, ...changed } : span)));
  }

  return (
    <li className="grid items-start gap-2 p-3 sm:grid-cols-[7rem_1fr]">
      <span className="flex min-h-10 items-center font-medium">{name}</span>
      <div className="grid gap-2">
        {spans.map((span, index) => (
          // Spans have no id.
          <div key={index} className="flex items-center gap-1 sm:gap-2">
            <Time
              label={HOURS.opens(name, nth(index))}
              problem={index === 0 ? problem : ""}
              minute={span.fromMinute}
              onChange={(fromMinute) => change(index, { fromMinute })}
            />
            <span aria-hidden>–</span>
            <Time
              label={HOURS.closes(name, nth(index))}
              problem=""
              minute={span.toMinute}
              // Closing at midnight means at the end of the day.
              onChange={(minute) =>
                change(index, { toMinute: minute === 0 ? MINUTES_A_DAY : minute })
              }
            />
            <Button
              variant="quiet"
              size="icon"
              aria-label={HOURS.remove(name, nth(index))}
              onClick={() => onChange(spans.filter((_, at) => at !== index))}
            >
              <X size={16} strokeWidth={1.75} aria-hidden />
            </Button>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          {spans.length === 0 && <span className="text-muted">{HOURS.closed}</span>}
          {spans.length < MAX_SPANS && (
            <Button
              variant="quiet"
              aria-label={HOURS.addLabel(name)}
              onClick={() => onChange([...spans, nextSpan(spans)])}
            >
              <Plus size={16} strokeWidth={1.75} aria-hidden />
              {HOURS.add}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

type TimeProps = {
  label: string;
  problem: string;
  minute: number;
  onChange: (minute: number) => void;
};

function Time({ label, problem, minute, onChange }: TimeProps) {
  return (
    <input
      ref={(input) => input?.setCustomValidity(problem)}
      type="time"
      name="talk"
      aria-label={label}
      required
      // A phone has no room for the picker's icon beside "AM". A press on the field opens the picker.
      className="min-h-10 max-w-36 min-w-0 flex-1 rounded-control border border-field-line bg-surface px-2 py-2 text-ink sm:px-3 pointer-coarse:min-h-11 max-sm:[&::-webkit-calendar-picker-indicator]:hidden"
      value={Number.isNaN(minute) ? "" : clockOf(minute)}
      onChange={({ target }) => onChange(minuteOf(target.value))}
    />
  );
}

function nextSpan(spans: Span[]): Span {
  const last = spans.at(-1);
  if (last === undefined) return FIRST_SPAN;
  const fromMinute = Math.min(last.toMinute + HOUR_MINUTES, MINUTES_A_DAY - HOUR_MINUTES);
  return { fromMinute, toMinute: Math.min(fromMinute + 4 * HOUR_MINUTES, MINUTES_A_DAY) };
}

function nth(index: number): string {
  return index === 0 ? "" : ` (${index + 1})`;
}

function clockOf(minute: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minute / HOUR_MINUTES) % 24)}:${two(minute % HOUR_MINUTES)}`;
}

/** NaN while no time is typed. */
function minuteOf(text: string): number {
  const [hours = NaN, minutes = NaN] = text === "" ? [] : text.split(":").map(Number);
  return hours * HOUR_MINUTES + minutes;
}
