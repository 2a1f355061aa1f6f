import {
  problemWithHours,
  OFFICE_HOURS,
  WEEKDAYS,
  type Span,
} from "../../../../../convex/shared/openingHours";
import { Button } from "../../../../components/button";
import { CheckField } from "../../../../components/check-field";
import type { Conversation } from "../../settings";
import { DayHours } from "./day-hours";
import { HINTS, HOURS } from "./texts";
import { TimeZoneField } from "./time-zone-field";

type OpeningHoursFieldsProps = {
  conversation: Conversation;
  onChange: (changed: Partial<Conversation>) => void;
};

const MONDAY = 0;
const FRIDAY = 4;

export function OpeningHoursFields({ conversation, onChange }: OpeningHoursFieldsProps) {
  const { openingHours, minutesADay, timeZone } = conversation;
  const problem = openingHours === null ? null : problemWithHours(openingHours);

  function setDay(day: number, spans: Span[]) {
    const hours = openingHours?.map((one, at) => (at === day ? spans : one)) ?? null;
    onChange({ openingHours: hours });
  }

  function copyToWeekdays() {
    const [monday = []] = openingHours ?? [];
    const hours = openingHours?.map((one, at) => (at > MONDAY && at <= FRIDAY ? monday : one));
    onChange({ openingHours: hours ?? null });
  }

  return (
    <>
      <CheckField
        label={HOURS.alwaysOpen}
        hint={HINTS.alwaysOpen}
        checked={openingHours === null}
        onChange={(isAlways) => onChange({ openingHours: isAlways ? null : OFFICE_HOURS })}
      />
      {(openingHours !== null || minutesADay !== null) && (
        <TimeZoneField value={timeZone} onChange={(zone) => onChange({ timeZone: zone })} />
      )}
      {openingHours !== null && (
        <div className="grid gap-3">
          <ul className="grid divide-y divide-line rounded-card border border-line">
            {openingHours.map((spans, day) => (
              <DayHours
                key={WEEKDAYS[day]}
                name={WEEKDAYS[day] ?? ""}
                spans={spans}
                problem={problem?.day === day ? problem.says : ""}
                onChange={(changed) => setDay(day, changed)}
              />
            ))}
          </ul>
          {problem !== null && (
            <p role="status" className="text-small text-bad">
              {problem.says}
            </p>
          )}
          <div>
            <Button onClick={copyToWeekdays}>{HOURS.copyToWeekdays}</Button>
          </div>
        </div>
      )}
    </>
  );
}
