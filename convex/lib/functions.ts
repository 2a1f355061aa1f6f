// Only this file and internalFunctions.ts import the raw builders, so that each function's builder says who may call it.
import {
  customAction,
  customCtx,
  customMutation,
  customQuery,
} from "convex-helpers/server/customFunctions";
import { action, httpAction, mutation, query } from "../_generated/server";
import { requireOperator } from "./operator";
import { requireOwner, requireOwnerId } from "./owner";

/** Anybody on the internet may call these. */
export const publicQuery = query;
export const publicMutation = mutation;
export const publicHttpAction = httpAction;

export const ownerQuery = customQuery(
  query,
  customCtx(async (ctx) => ({ owner: await requireOwner(ctx) })),
);

/** For owners whose confirmed address OPERATOR_EMAILS names. There are no mutations of operators: they use the terminal. */
export const operatorQuery = customQuery(
  query,
  customCtx(async (ctx) => ({ operator: await requireOperator(ctx) })),
);

export const ownerMutation = customMutation(
  mutation,
  customCtx(async (ctx) => ({ owner: await requireOwner(ctx) })),
);

/** An action has no database, so a query of its own finds the owner first. */
export const ownerAction = customAction(
  action,
  customCtx(async (ctx) => ({ ownerId: await requireOwnerId(ctx) })),
);
