/**
 * Lets a mutation that keeps losing conflicts finish: while it holds the priority, no other mutation begins. Each
 * running one can conflict with it once more at most, so every mutation succeeds however many write the same document.
 */
export class WriterPriority {
  private last: Promise<void> = Promise.resolve();
  private holders = 0;

  /** Null if no mutation holds it. */
  whenFree(): Promise<void> | null {
    return this.holders === 0 ? null : this.last;
  }

  /** Resolves with the function that releases it. */
  async acquire(): Promise<() => void> {
    const before = this.last;
    let release: () => void = () => undefined;
    this.holders += 1;
    this.last = new Promise<void>((resolve) => {
      release = () => {
        this.holders -= 1;
        resolve();
      };
    });
    await before;
    return release;
  }
}
