/** So many at once. Whoever comes later waits for a place, and gets one in the order in which they came. */
export class Places {
  private free: number;
  private readonly waiting: ((giveBack: () => void) => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  /** Resolves with what gives the place back. */
  async take(): Promise<() => void> {
    if (this.free === 0) return await new Promise((resolve) => this.waiting.push(resolve));
    this.free -= 1;
    return this.newPlace();
  }

  private newPlace(): () => void {
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next(this.newPlace());
    };
  }
}
