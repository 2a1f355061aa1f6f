/** What the migrations since a release do to its rows. A row of a table that is not named here stays as it is. */
import { must } from "@hark/stand-in-kit/must";

export type Row = Record<string, unknown> & { _id: string; _creationTime: number };

/** By table: the fields of a row that are not compared, and how they must look. */
export const CHANGES: Record<string, (before: Row, after: Row) => Row> = {
  // Addresses are hashed (0.1.0).
  mailStops({ address, ...before }, { addressHash }) {
    if (address === undefined) return before;
    const hash = must(addressHash, `the hash of ${JSON.stringify(address)}`);
    if (typeof hash !== "string" || !/^[\w+/]{43}=$/.test(hash)) {
      throw new Error(`No hash: ${JSON.stringify(hash)}`);
    }
    return { ...before, addressHash: hash };
  },
};
