import {
  objectionToHours,
  OFFICE_HOURS,
  WEEKDAYS,
  type Span,
} from "../../../../../convex/catalog/openingHours";
import type { Talk } from "../../../../../convex/catalog/talk";
import { Button } from "../../../../components/button";
import { CheckField } from "../../../../components/check-field";
import { DayHours } from "./day-hours";
import { TimeZoneField } from "./time-zone-field";

type OpeningHoursFieldsProps = {
  talk: Talk;
  onChange: (changed: Partial<Talk>) => void;
};

const MONDAY = 0;
const FRIDAY = 4;

export function OpeningHoursFields({ talk, onChange }: OpeningHoursFieldsProps) {
  const { openingHours, minutesADay, timeZone } = talk;
  const objection = openingHours === null ? null : objectionToHours(openingHours);

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
        label="Always open"
        hint="Otherwise visitors reach it during the hours below. You can test it at any time."
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
                objection={objection?.day === day ? objection.says : ""}
                onChange={(changed) => setDay(day, changed)}
              />
            ))}
          </ul>
          {objection !== null && (
            <p role="status" className="text-small text-bad">
              {objection.says}
            </p>
          )}
          <div>
            <Button onClick={copyToWeekdays}>Copy Monday to all weekdays</Button>
          </div>
        </div>
      )}
    </>
  );
}
