/** Random values from a seed, so that the demo is the same each time. */
export interface Random {
  /** At least 0 and less than 1. */
  share(): number;
  /** An integer, both ends included. */
  between(least: number, most: number): number;
  chance(chance: number): boolean;
  pick<const List extends readonly [unknown, ...unknown[]]>(list: List): List[number];
}

/** Mulberry32. */
export function randomFrom(seed: string): Random {
  let state = hashOf(seed);
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
    chance: (chance) => share() < chance,
    pick: (list) => list[below(list.length)] ?? list[0],
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
