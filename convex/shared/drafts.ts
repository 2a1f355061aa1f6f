type Reviewed = { published: boolean; review?: { draftId: string | null } | undefined };

/** Whether saving keeps the changes for a review. Otherwise they are live at once. */
export function waitsForReview({ published, review }: Reviewed): boolean {
  return review !== undefined && (published || review.draftId !== null);
}
