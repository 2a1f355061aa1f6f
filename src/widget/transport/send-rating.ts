/** Tells our server whether a conversation helped. False if it could not be saved. */
export async function sendRating(
  siteUrl: string,
  rating: { embedId: string; thread: string; isGood: boolean; words: string },
): Promise<boolean> {
  const { embedId: assistantId, ...others } = rating;
  const body = JSON.stringify({ assistantId, ...others });
  return await fetch(`${siteUrl}/conversation/rating`, { method: "POST", body }).then(
    ({ ok }) => ok,
    () => false,
  );
}
