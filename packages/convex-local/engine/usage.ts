/** The usage of one transaction against Convex's limits. */
import { formatBytes } from "../values/format-bytes.ts";

export interface Usage {
  bytesRead: number;
  bytesWritten: number;
  databaseQueries: number;
  documentsRead: number;
  documentsWritten: number;
  functionsScheduled: number;
  scheduledFunctionArgsBytes: number;
}

/**
 * What Convex takes money for as database I/O: documents and index keys, but nothing of its own tables
 * and indexes. In get-convex/convex-backend: crates/database/src/reads.rs, query/index_range.rs, committer.rs.
 */
export interface DatabaseIo {
  bytesRead: number;
  bytesWritten: number;
  documentsRead: number;
  /** Each once, however often one transaction has changed it. */
  documentsWritten: number;
}

export function noIo(): DatabaseIo {
  return { bytesRead: 0, bytesWritten: 0, documentsRead: 0, documentsWritten: 0 };
}

export const LIMITS: Usage = {
  bytesRead: 16 * 2 ** 20,
  bytesWritten: 16 * 2 ** 20,
  databaseQueries: 4_096,
  documentsRead: 32_000,
  documentsWritten: 16_000,
  functionsScheduled: 1_000,
  scheduledFunctionArgsBytes: 16 * 2 ** 20,
};

const SMALLER_READS =
  "Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";

const EXCEEDED: Record<keyof Usage, (limit: number) => string> = {
  bytesRead: (limit) =>
    `Too many bytes read in a single function execution (limit: ${limit} bytes). ${SMALLER_READS}`,
  bytesWritten: (limit) =>
    `Too many bytes written in a single function execution (limit: ${formatBytes(limit)})`,
  databaseQueries: (limit) =>
    `Too many reads in a single function execution (limit: ${limit}). ${SMALLER_READS}`,
  documentsRead: (limit) =>
    `Too many documents read in a single function execution (limit: ${limit}). ${SMALLER_READS}`,
  documentsWritten: (limit) => `Too many writes in a single function execution (limit: ${limit})`,
  functionsScheduled: (limit) => `Too many functions scheduled by this mutation (limit: ${limit})`,
  scheduledFunctionArgsBytes: (limit) =>
    `Too large total size of the arguments of scheduled functions from this mutation (limit: ${limit} bytes)`,
};

export function noUsage(): Usage {
  return {
    bytesRead: 0,
    bytesWritten: 0,
    databaseQueries: 0,
    documentsRead: 0,
    documentsWritten: 0,
    functionsScheduled: 0,
    scheduledFunctionArgsBytes: 0,
  };
}

export function use(usage: Usage, limits: Usage, what: keyof Usage, amount: number): void {
  usage[what] += amount;
  if (usage[what] <= limits[what]) return;
  throw new Error(EXCEEDED[what](limits[what]));
}

/** As `getTransactionMetrics` reports it. */
export function usageReport(usage: Usage, limits: Usage) {
  const report = (what: keyof Usage) => ({
    used: usage[what],
    remaining: Math.max(0, limits[what] - usage[what]),
  });
  return Object.fromEntries(
    (Object.keys(usage) as (keyof Usage)[]).map((what) => [what, report(what)]),
  );
}
