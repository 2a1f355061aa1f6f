/**
 * Lets a mutation that others always come before have its way: while it runs, no other begins. Each of those under
 * way can get in between once more at most, so that however many want the same document, all get it.
 */
export class RightOfWay {
  private last: Promise<void> = Promise.resolve();
  private holders = 0;

  /** Null when nobody has it, so that nobody waits for nothing. */
  whenFree(): Promise<void> | null {
    return this.holders === 0 ? null : this.last;
  }

  /** Resolves once it is one's own, with what gives it back. */
  async take(): Promise<() => void> {
    const before = this.last;
    let giveBack: () => void = () => undefined;
    this.holders += 1;
    this.last = new Promise<void>((resolve) => {
      giveBack = () => {
        this.holders -= 1;
        resolve();
      };
    });
    await before;
    return giveBack;
  }
}
