import { Plus, X } from "lucide-react";
import { MINUTES_A_DAY, MOST_SPANS, type Span } from "../../../../../convex/catalog/openingHours";
import { Button } from "../../../../components/button";
import { TALK_FIELD } from "./field-name";

type DayHoursProps = {
  name: string;
  spans: Span[];
  objection: string;
  onChange: (spans: Span[]) => void;
};

const HOUR = 60;
const BEGINNING: Span = { fromMinute: 9 * HOUR, toMinute: 17 * HOUR };

export function DayHours({ name, spans, objection, onChange }: DayHoursProps) {
  function change(index: number, changed: Partial<Span>) {
    onChange(spans.map((span, at) => (at === index ? { ...span, ...changed } : span)));
  }

  return (
    <li className="grid items-start gap-2 p-3 sm:grid-cols-[7rem_1fr]">
      <span className="flex min-h-10 items-center font-medium">{name}</span>
      <div className="grid gap-2">
        {spans.map((span, index) => (
          // Its place is what tells one from the others.
          <div key={index} className="flex items-center gap-1 sm:gap-2">
            <Time
              label={`${name}, opens${nth(index)}`}
              objection={index === 0 ? objection : ""}
              minute={span.fromMinute}
              onChange={(fromMinute) => change(index, { fromMinute })}
            />
            <span aria-hidden>–</span>
            <Time
              label={`${name}, closes${nth(index)}`}
              objection=""
              minute={span.toMinute}
              // Midnight is the end of the day, where it is not its beginning.
              onChange={(minute) =>
                change(index, { toMinute: minute === 0 ? MINUTES_A_DAY : minute })
              }
            />
            <Button
              variant="quiet"
              className="px-2.5"
              aria-label={`Remove the hours of ${name}${nth(index)}`}
              onClick={() => onChange(spans.filter((_, at) => at !== index))}
            >
              <X size={16} strokeWidth={1.75} aria-hidden />
            </Button>
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-3">
          {spans.length === 0 && <span className="text-muted">Closed</span>}
          {spans.length < MOST_SPANS && (
            <Button
              variant="quiet"
              aria-label={`Add hours to ${name}`}
              onClick={() => onChange([...spans, following(spans)])}
            >
              <Plus size={16} strokeWidth={1.75} aria-hidden />
              Add hours
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

type TimeProps = {
  label: string;
  objection: string;
  minute: number;
  onChange: (minute: number) => void;
};

function Time({ label, objection, minute, onChange }: TimeProps) {
  return (
    <input
      ref={(input) => input?.setCustomValidity(objection)}
      type="time"
      name={TALK_FIELD}
      aria-label={label}
      required
      className="min-h-10 max-w-36 min-w-0 flex-1 rounded-control border border-field-line bg-surface px-2 py-2 text-ink sm:px-3 pointer-coarse:min-h-11"
      value={Number.isNaN(minute) ? "" : clockOf(minute)}
      onChange={({ target }) => onChange(minuteOf(target.value))}
    />
  );
}

function following(spans: Span[]): Span {
  const last = spans.at(-1);
  if (last === undefined) return BEGINNING;
  const fromMinute = Math.min(last.toMinute + HOUR, MINUTES_A_DAY - HOUR);
  return { fromMinute, toMinute: Math.min(fromMinute + 4 * HOUR, MINUTES_A_DAY) };
}

function nth(index: number): string {
  return index === 0 ? "" : ` (${index + 1})`;
}

function clockOf(minute: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minute / HOUR) % 24)}:${two(minute % HOUR)}`;
}

/** Not a number, as long as none is typed. */
function minuteOf(text: string): number {
  const [hours = NaN, minutes = NaN] = text === "" ? [] : text.split(":").map(Number);
  return hours * HOUR + minutes;
}
