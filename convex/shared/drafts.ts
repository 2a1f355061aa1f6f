type Reviewed = { published: boolean; review?: { draftId: string | null } | undefined };

/** Whether changes of the assistant wait for a review. */
export function hasDraft({ review }: Pick<Reviewed, "review">): boolean {
  return (review?.draftId ?? null) !== null;
}

/** Whether saving keeps the changes for a review. Otherwise they are live at once. */
export function waitsForReview(assistant: Reviewed): boolean {
  return assistant.review !== undefined && (assistant.published || hasDraft(assistant));
}
