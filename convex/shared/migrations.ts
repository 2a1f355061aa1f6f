/**
 * The migrations of stored data, in the order in which they run. A name is its function's, and is never used again.
 * How to write one: docs/operations.md.
 */
export const MIGRATIONS = ["notifications/mail/suppressions:hashAddresses"] as const;
export type MigrationName = (typeof MIGRATIONS)[number];

/** Those of earlier releases whose functions are gone. Data with a migration in neither list is a newer version's. */
export const FORMER_MIGRATIONS: readonly string[] = [];
