/**
 * What a function has read, as points and ranges of index keys. Conflict checks and subscriptions
 * check the same: does a write to this key change what was read?
 */

/** Grows while a cursor advances, so that only what was actually read counts. */
export interface ReadInterval {
  lower: Buffer;
  /** Exclusive; null means to the end. */
  upper: Buffer | null;
}

export interface WrittenKey {
  rangeId: number;
  key: Buffer;
}

export class ReadSet {
  private readonly points = new Map<number, Set<string>>();
  private readonly intervals = new Map<number, ReadInterval[]>();

  addPoint(rangeId: number, key: Buffer): void {
    const points = this.points.get(rangeId);
    if (points === undefined) this.points.set(rangeId, new Set([key.toString("latin1")]));
    else points.add(key.toString("latin1"));
  }

  addInterval(rangeId: number, interval: ReadInterval): ReadInterval {
    const intervals = this.intervals.get(rangeId);
    if (intervals === undefined) this.intervals.set(rangeId, [interval]);
    else intervals.push(interval);
    return interval;
  }

  includes({ rangeId, key }: WrittenKey): boolean {
    if (this.points.get(rangeId)?.has(key.toString("latin1")) === true) return true;
    return this.intervals.get(rangeId)?.some((interval) => covers(interval, key)) === true;
  }

  /** The orderings that were read at all, so that a subscriber can be found by them. */
  rangeIds(): Set<number> {
    return new Set([...this.points.keys(), ...this.intervals.keys()]);
  }
}

function covers({ lower, upper }: ReadInterval, key: Buffer): boolean {
  return lower.compare(key) <= 0 && (upper === null || key.compare(upper) < 0);
}
