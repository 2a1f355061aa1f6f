/** Starts the migrations and tells how far they are, for `npm start`, `npm run deploy` and `npm run doctor`. */
import type { MigrationFunctionReference, MigrationStatus } from "@convex-dev/migrations";
import { literals } from "convex-helpers/validators";
import { type Infer, v } from "convex/values";
import { internal } from "../_generated/api";
import type { QueryCtx } from "../_generated/server";
import { internalMutation, internalQuery } from "../lib/internalFunctions";
import { migrations } from "../lib/migrations";
import { type MigrationName, MIGRATIONS } from "../shared/migrations";

const FUNCTIONS: Record<MigrationName, MigrationFunctionReference> = {
  "notifications/mail/suppressions:hashAddresses":
    internal.notifications.mail.suppressions.hashAddresses,
};

/** More than there will be. */
const MAX_STORED = 1_000;

export const migrationState = v.object({
  name: v.string(),
  state: literals("waiting", "running", "stopped", "done"),
  /** The rows that it has gone through. */
  rows: v.number(),
  error: v.union(v.string(), v.null()),
});

/**
 * Starts what is not done, one migration after the other, and continues what was interrupted. Changes nothing while one
 * of them runs.
 */
export const startMigrations = internalMutation({
  args: {},
  returns: v.array(migrationState),
  handler: async (ctx) => {
    await migrations.runSerially(
      ctx,
      MIGRATIONS.map((name) => FUNCTIONS[name]),
    );
    return await statesOf(ctx);
  },
});

/** The migrations that this code knows, then those of a newer version that the data has been through. */
export const migrationStates = internalQuery({
  args: {},
  returns: v.array(migrationState),
  handler: async (ctx) => await statesOf(ctx),
});

export async function statesOf(
  ctx: Pick<QueryCtx, "runQuery">,
): Promise<Infer<typeof migrationState>[]> {
  const stored = await migrations.getStatus(ctx, { limit: MAX_STORED });
  const names = new Set([...MIGRATIONS, ...stored.map(({ name }) => name)]);
  return [...names].map((name) => {
    const status = stored.find((one) => one.name === name);
    return {
      name,
      state: status === undefined ? "waiting" : stateOf(status),
      rows: status?.processed ?? 0,
      error: status?.error ?? null,
    };
  });
}

function stateOf({ state }: MigrationStatus): "done" | "running" | "stopped" {
  if (state === "success") return "done";
  return state === "inProgress" ? "running" : "stopped";
}
