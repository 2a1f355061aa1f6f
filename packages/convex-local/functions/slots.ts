/** A semaphore with a first-in, first-out queue. */
export class Slots {
  private free: number;
  private readonly waiting: ((release: () => void) => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  /** Resolves with the function that releases the slot. */
  async acquire(): Promise<() => void> {
    if (this.free === 0) return await new Promise((resolve) => this.waiting.push(resolve));
    this.free -= 1;
    return this.newSlot();
  }

  private newSlot(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next(this.newSlot());
    };
  }
}
