/** What a run needs beyond what the document's schema says. */
import { ApiError } from "../http/api-error.ts";
import { notSimulated } from "../published/requests.ts";
import type { EvaluationPlanItem, NewSimulationRun } from "../store/simulation-resources.ts";
import { comparatorsOf } from "./evaluations.ts";

/** A body that the schema allows, where any of this may be missing. */
type GivenRun = Pick<NewSimulationRun, "target" | "simulations"> &
  Partial<Pick<NewSimulationRun, "transport">>;

export function requireRun({ simulations, target, transport }: GivenRun): void {
  if (target.assistantId !== undefined && target.assistant !== undefined) {
    throw new ApiError(400, ["target.assistantId and target.assistant are mutually exclusive"]);
  }
  const missing = [
    ...(target.assistantId === undefined && target.assistant === undefined
      ? ["a target without assistantId and assistant"]
      : []),
    // The vendor then speaks.
    ...(transport === undefined ? ["a run without transport"] : []),
    ...(simulations.length === 0 ? ["a run without simulations"] : []),
    ...simulations.flatMap((entry, at) => {
      const { scenario, personality } = entry as Partial<typeof entry>;
      const way = `simulations.${at}`;
      return [
        ...(scenario === undefined ? [`${way} without scenario`] : []),
        ...(personality === undefined ? [`${way} without personality`] : []),
        ...(scenario?.evaluations ?? []).flatMap((item, index) =>
          unjudged(item, `${way}.scenario.evaluations.${index}`),
        ),
      ];
    }),
  ];
  if (missing.length > 0) throw notSimulated(missing);
}

function unjudged(
  { structuredOutput, comparator }: Partial<EvaluationPlanItem>,
  way: string,
): string[] {
  if (structuredOutput === undefined) return [`${way} without structuredOutput`];
  const { type = "" } = structuredOutput.schema;
  const comparators = comparatorsOf(type);
  if (comparators === null) return [`${way}.structuredOutput.schema.type ${type}`];
  if (comparator === undefined || comparators.includes(comparator)) return [];
  return [`${way}.comparator ${comparator} of a ${type}`];
}
