import { calendarFault, calendarParameters, isOfCalendar } from "./calendar";
import { OWNER_PARAMETERS } from "./owner";
import { PERSON_PARAMETERS } from "./person";
import type { Parameter, Work } from "./table";
import { type ReadValues, readValues } from "./values";

/** What the assistant finds out before it uses an action. */
export function parametersOf(work: Work): Parameter[] {
  if (work.kind === "person") return PERSON_PARAMETERS;
  if (work.kind === "owner") return OWNER_PARAMETERS;
  return work.kind === "http" ? work.parameters : calendarParameters(work);
}

/** Reads the values of an action, as JSON or as an object. */
export function readWorkValues(work: Work, given: unknown): ReadValues {
  const read = readValues(parametersOf(work), given);
  if (read.kind === "fault" || !isOfCalendar(work)) return read;
  const fault = calendarFault(work, read.values, Date.now());
  return fault === null ? read : { kind: "fault", ...fault };
}
