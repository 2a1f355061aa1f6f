export interface JudgeOptions {
  /**
   * Whether every request has to be right, also one that is refused: so it is with the product. A
   * test of the stand-in sends what is wrong on purpose, and only the answer has to know it.
   */
  isStrict: boolean;
}

/** What the judges have found since the last test ended. Workers share no memory, and files of one worker follow each other. */
const found: string[] = [];

export function violation(said: string): void {
  if (!found.includes(said)) found.push(said);
}

export function takeViolations(): string[] {
  return found.splice(0);
}
