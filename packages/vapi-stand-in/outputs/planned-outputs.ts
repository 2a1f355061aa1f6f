/** Which structured outputs a call or a session gets. */
import { randomUUID } from "node:crypto";
import { ApiError } from "../http/api-error.ts";
import type { PlatformStore } from "../store/platform-store.ts";
import type { AssistantConfig, StructuredOutput } from "../store/resources.ts";

export type PlannedOutput = StructuredOutput & { id: string };

/** Inline outputs, with ids created for this call because they have none, and those that the plan names by id. */
export function outputsForCall(assistant: AssistantConfig, store: PlatformStore): PlannedOutput[] {
  const { structuredOutputs = [] } = assistant.artifactPlan ?? {};
  const inline = structuredOutputs.map((output) => ({ ...output, id: randomUUID() }));
  return [...inline, ...outputsForSession(assistant, store)];
}

/** A plan may still name an output that was deleted. */
export function outputsForSession(
  { artifactPlan }: AssistantConfig,
  { outputs }: PlatformStore,
): PlannedOutput[] {
  const ids = new Set(artifactPlan?.structuredOutputIds);
  return [...ids].flatMap((id) => outputs.get(id) ?? []);
}

/** A request may only name outputs that exist. */
export function requireOutputs(
  given: readonly (AssistantConfig | undefined)[],
  { outputs }: PlatformStore,
): void {
  const missing = given
    .flatMap((config) => config?.artifactPlan?.structuredOutputIds ?? [])
    .filter((id) => outputs.get(id) === null)
    .map((id) => `There is no structured output ${id}.`);
  if (missing.length > 0) throw new ApiError(400, missing);
}
