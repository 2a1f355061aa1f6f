import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { hasDraft } from "../../../../convex/shared/drafts";
import type { Doc } from "../../../../convex/_generated/dataModel";

/** Changes that are saved and not live. */
export type Draft = NonNullable<FunctionReturnType<typeof api.drafts.getDraft>>;

export interface Review {
  /** Null if everything that was saved is live. */
  draft: Draft | null;
  /** The assistant as its forms show it. */
  edited: Doc<"assistants">;
}

/** Undefined while loading. */
export function useReview(assistant: Doc<"assistants">): Review | undefined {
  const { _id: assistantId, review } = assistant;
  // Asked before there is a draft, so that the first save changes both answers at once.
  const draft = useQuery(api.drafts.getDraft, review === undefined ? "skip" : { assistantId });
  if (!hasDraft(assistant)) return { draft: null, edited: assistant };
  return draft == null ? undefined : { draft, edited: draft.edited };
}
