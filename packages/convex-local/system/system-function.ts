/** System functions: functions of the backend itself, which Convex's own tools call. For admins only. */
import type { JSONValue, PropertyValidators } from "convex/values";
import { v } from "convex/values";
import type { ComponentPath } from "../engine/catalog.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { Host } from "../functions/host.ts";
import type { JsonObject } from "../values/json.ts";
import type { ValidatorJson } from "../values/validator.ts";

export interface SystemContext {
  host: Host;
  transaction: Transaction;
  /** The component that the function reads: the argument `componentId`, or the called component. */
  component: ComponentPath;
  siteUrl: () => string;
}

export interface SystemFunction {
  type: "query" | "mutation";
  args: ValidatorJson;
  /** Runs without awaiting. The caller gets null for undefined. */
  run(context: SystemContext, args: JsonObject): JSONValue | undefined;
}

/** By `module:export`. */
export type SystemModule = Record<string, SystemFunction>;

export function systemQuery(args: PropertyValidators, run: SystemFunction["run"]): SystemFunction {
  return { type: "query", args: validatorOf(args), run };
}

export function systemMutation(
  args: PropertyValidators,
  run: SystemFunction["run"],
): SystemFunction {
  return { type: "mutation", args: validatorOf(args), run };
}

/** Almost every function takes it. */
export const inComponent = { componentId: v.optional(v.union(v.string(), v.null())) };

function validatorOf(args: PropertyValidators): ValidatorJson {
  // A validator's own JSON form, which its type does not declare.
  return (v.object(args) as unknown as { json: ValidatorJson }).json;
}
