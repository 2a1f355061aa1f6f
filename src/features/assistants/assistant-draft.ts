import type { Id } from "../../../convex/_generated/dataModel";

export const DRAFT = "assistant";

/** Which form it was that a reload took away. */
export function formOf(draft: unknown): Id<"assistants"> | "new" | null {
  const about = field(draft, "about");
  return typeof about === "string" ? (about as Id<"assistants">) : null;
}

export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
