/** What one transaction has used of Convex's limits. */

export interface Usage {
  bytesRead: number;
  bytesWritten: number;
  databaseQueries: number;
  documentsRead: number;
  documentsWritten: number;
  functionsScheduled: number;
  scheduledFunctionArgsBytes: number;
}

const MIB = 2 ** 20;

export const LIMITS: Usage = {
  bytesRead: 16 * MIB,
  bytesWritten: 16 * MIB,
  databaseQueries: 4_096,
  documentsRead: 32_000,
  documentsWritten: 16_000,
  functionsScheduled: 1_000,
  scheduledFunctionArgsBytes: 16 * MIB,
};

const UNIT: Record<keyof Usage, { said: string; unit: string }> = {
  bytesRead: { said: "Read too much data", unit: " bytes" },
  bytesWritten: { said: "Wrote too much data", unit: " bytes" },
  databaseQueries: { said: "Too many index ranges read", unit: "" },
  documentsRead: { said: "Scanned too many documents", unit: "" },
  documentsWritten: { said: "Wrote too many documents", unit: "" },
  functionsScheduled: { said: "Scheduled too many functions", unit: "" },
  scheduledFunctionArgsBytes: {
    said: "Scheduled function arguments too large",
    unit: " bytes",
  },
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
  const { said, unit } = UNIT[what];
  throw new Error(
    `${said} in a single function execution (limit: ${limits[what]}${unit}). ` +
      "This is a Convex limit: https://docs.convex.dev/production/state/limits",
  );
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
