/** Chance that comes out the same each time: all of the demo is drawn from one seed. */
export interface Draw {
  /** From 0 to 1, without 1. */
  share(): number;
  /** Whole, both ends included. */
  between(least: number, most: number): number;
  isLucky(chance: number): boolean;
  one<const List extends readonly [unknown, ...unknown[]]>(list: List): List[number];
}

/** Mulberry32. */
export function drawFrom(seed: string): Draw {
  let state = printOf(seed);
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(share() * count);
  return {
    share,
    between: (least, most) => least + below(most - least + 1),
    isLucky: (chance) => share() < chance,
    one: (list) => list[below(list.length)] ?? list[0],
  };
}

/** FNV-1a. */
function printOf(text: string): number {
  let print = 0x811c9dc5;
  for (const sign of text) print = Math.imul(print ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return print >>> 0;
}
