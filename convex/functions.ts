// The only file that imports the raw builders: every public function says here who may call it.
import { customCtx, customMutation, customQuery } from "convex-helpers/server/customFunctions";
import { mutation, query } from "./_generated/server";
import { requireOwner } from "./model/owner";

export const publicQuery = query;

export const ownerQuery = customQuery(
  query,
  customCtx(async (ctx) => ({ owner: await requireOwner(ctx) })),
);

export const ownerMutation = customMutation(
  mutation,
  customCtx(async (ctx) => ({ owner: await requireOwner(ctx) })),
);
