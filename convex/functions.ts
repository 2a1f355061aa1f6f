// The only file that imports the raw builders: every public function says here who may call it.
import {
  customAction,
  customCtx,
  customMutation,
  customQuery,
} from "convex-helpers/server/customFunctions";
import {
  action,
  httpAction,
  internalAction,
  internalMutation,
  internalQuery,
  mutation,
  query,
} from "./_generated/server";
import { requireOwner, requireOwnerId } from "./model/owner";

/** Deliberately open: anybody on the internet may call these. */
export const publicQuery = query;
export const publicHttpAction = httpAction;

export { internalAction, internalMutation, internalQuery };

export const ownerQuery = customQuery(
  query,
  customCtx(async (ctx) => ({ owner: await requireOwner(ctx) })),
);

export const ownerMutation = customMutation(
  mutation,
  customCtx(async (ctx) => ({ owner: await requireOwner(ctx) })),
);

/** An action has no database: who calls is asked in a query of its own, before anything else. */
export const ownerAction = customAction(
  action,
  customCtx(async (ctx) => ({ ownerId: await requireOwnerId(ctx) })),
);
