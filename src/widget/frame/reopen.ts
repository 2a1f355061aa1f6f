/** An assistant that opens another page of the website goes on there, so the panel opens by itself once. */
export function reopenKey(embedId: string): string {
  return `hark-reopen-${embedId}`;
}
