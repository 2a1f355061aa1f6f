/** Under which name the form's draft is stored, and which form it belongs to. */
import type { Id } from "../../../../convex/_generated/dataModel";
import { fieldOf } from "../../../lib/field-of";

export const DRAFT = "assistant";

/** The assistant that was being edited, or "new"; null where there is no draft. */
export function formOf(draft: unknown): Id<"assistants"> | "new" | null {
  const about = fieldOf(draft, "about");
  return typeof about === "string" ? (about as Id<"assistants">) : null;
}
