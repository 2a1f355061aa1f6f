import { calendarParameters } from "./calendar";
import type { Parameter, Work } from "./table";

/** What the assistant finds out before it uses an action. */
export function parametersOf(work: Work): Parameter[] {
  return work.kind === "http" ? work.parameters : calendarParameters(work);
}
