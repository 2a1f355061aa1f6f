/** What the judges have found since the last test ended. Workers share no memory, and files of one worker follow each other. */
const found: string[] = [];

export function violation(said: string): void {
  if (!found.includes(said)) found.push(said);
}

export function takeViolations(): string[] {
  return found.splice(0);
}
