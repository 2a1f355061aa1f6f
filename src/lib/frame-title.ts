/** The title of every frame with a talk button, as the specification fixes it. */
export function frameTitleFor(assistantName: string): string {
  return `${assistantName} AI Assistant`;
}
