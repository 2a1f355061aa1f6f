/** Random numbers from a seed: Mulberry32. */
export interface Random {
  /** An integer from 0 to `bound` - 1. */
  below(bound: number): number;
  oneOf<T>(values: readonly [T, ...T[]]): T;
}

export function randomFrom(seed: number): Random {
  let state = seed;
  const below = (bound: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
  return { below, oneOf: (values) => values[below(values.length)] ?? values[0] };
}
