/** The name of each rule, and the kinds of faults that it has to find: one small file each. */
export type Faults = Record<string, readonly string[]>;
