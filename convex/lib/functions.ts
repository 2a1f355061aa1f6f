// The raw builders are imported only here and in internalFunctions.ts, so that each function says who may call it.
import {
  customAction,
  customCtx,
  customMutation,
  customQuery,
} from "convex-helpers/server/customFunctions";
import { action, httpAction, mutation, query } from "../_generated/server";
import { requireOwner, requireOwnerId } from "./owner";

/** Deliberately open: anybody on the internet may call these. */
export const publicQuery = query;
export const publicMutation = mutation;
export const publicHttpAction = httpAction;

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
