import type { Id } from "../../../convex/_generated/dataModel";
import type { AssistantValues } from "./assistant-values";

export const DRAFT = "assistant";

/** Which form it was that a reload took away. */
export function formOf(draft: unknown): Id<"assistants"> | "new" | null {
  const about = field(draft, "about");
  return typeof about === "string" ? (about as Id<"assistants">) : null;
}

/** A chosen file cannot be kept: what is saved of it stands there again. */
export function withDraft(
  saved: AssistantValues,
  about: Id<"assistants"> | "new",
  draft: unknown,
): AssistantValues {
  if (formOf(draft) !== about) return saved;
  const values = field(draft, "values");
  const texts = Object.keys(saved).flatMap((name) => {
    const text = field(values, name);
    return typeof text === "string" ? [[name, text]] : [];
  });
  return { ...saved, ...(Object.fromEntries(texts) as Partial<AssistantValues>) };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
