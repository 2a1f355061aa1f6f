import type { Doc } from "../../../../convex/_generated/dataModel";
import { TEXT_LIMITS } from "../../../../convex/shared/limits";
import { valuesOf, type AssistantValues } from "../settings";
import { COPY_NOTE } from "./texts";

/** The values of the copy. It has no file, because a file belongs to one assistant and is deleted with it. */
export function copyOf(assistant: Doc<"assistants">): AssistantValues {
  const values = valuesOf(assistant);
  return { ...values, name: copiedName(values.name), knowledge: { kind: "none" } };
}

/** Shortens a name that would be too long, but never in the middle of a character. */
export function copiedName(name: string): string {
  const beginning = name.slice(0, TEXT_LIMITS.name - COPY_NOTE.nameEnding.length);
  return beginning.replace(/\p{Surrogate}$/u, "").trimEnd() + COPY_NOTE.nameEnding;
}
