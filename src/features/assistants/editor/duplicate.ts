import type { Doc } from "../../../../convex/_generated/dataModel";
import { TEXT_LIMITS } from "../../../../convex/catalog/limits";
import { valuesOf, type AssistantValues } from "./assistant-values";

const ENDING = " copy";

/** Without the file: one file is one assistant's, and goes with it. */
export function copyOf(assistant: Doc<"assistants">): AssistantValues {
  const values = valuesOf(assistant);
  return { ...values, name: copiedName(values.name), knowledge: { kind: "none" } };
}

/** The name is cut where both would be too long, but never within a sign. */
export function copiedName(name: string): string {
  const beginning = name.slice(0, TEXT_LIMITS.name - ENDING.length);
  return beginning.replace(/\p{Surrogate}$/u, "").trimEnd() + ENDING;
}
