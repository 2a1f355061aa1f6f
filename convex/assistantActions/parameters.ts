import { calendarParameters } from "./calendar";
import { OWNER_PARAMETERS } from "./owner";
import { PERSON_PARAMETERS } from "./person";
import type { Parameter, Work } from "./table";

/** What the assistant finds out before it uses an action. */
export function parametersOf(work: Work): Parameter[] {
  if (work.kind === "person") return PERSON_PARAMETERS;
  if (work.kind === "owner") return OWNER_PARAMETERS;
  return work.kind === "http" ? work.parameters : calendarParameters(work);
}
