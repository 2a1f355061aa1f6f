/**
 * The migrations of stored data, in the order in which they run. A name is its function's, and is never reused or
 * removed: data in which a name is missing here was written by a newer version. How to write one: docs/operations.md.
 */
export const MIGRATIONS = ["notifications/mail/suppressions:hashAddresses"] as const;
export type MigrationName = (typeof MIGRATIONS)[number];
