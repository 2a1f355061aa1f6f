/** Finds all public functions by the properties that Convex's builders set. */
import type { FunctionReference } from "convex/server";
import { makeFunctionReference } from "convex/server";
import type { ValidatorJSON } from "convex/values";
import type { Caller } from "../caller.ts";

export interface PublicFunction {
  name: string;
  type: "query" | "mutation" | "action";
  args: ValidatorJSON;
  /** "any" for the functions of @convex-dev/auth, which do not declare it. */
  returns: ValidatorJSON;
}

interface Registered {
  isPublic?: boolean;
  isQuery?: boolean;
  isMutation?: boolean;
  isHttp?: boolean;
  exportArgs?: () => string;
  exportReturns?: () => string;
}

export async function publicFunctions(): Promise<PublicFunction[]> {
  // Feature folders must not have public functions. One there would have no row in the matrix and fail.
  const modules = import.meta.glob<Record<string, unknown>>([
    "../../convex/**/*.ts",
    "!../../convex/_generated/**",
  ]);
  const found: PublicFunction[] = [];
  for (const [path, load] of Object.entries(modules)) {
    const file = path.replace(/^.*\/convex\/|\.ts$/g, "");
    if (file.includes(".")) continue;
    for (const [name, exported] of Object.entries(await load())) {
      if (typeof exported !== "function") continue;
      const { isPublic, isQuery, isMutation, isHttp, ...registered } = exported as Registered;
      const { exportArgs, exportReturns = () => "null" } = registered;
      if (isPublic !== true || isHttp === true || exportArgs === undefined) continue;
      found.push({
        name: `${file}:${name}`,
        type: isQuery === true ? "query" : isMutation === true ? "mutation" : "action",
        args: JSON.parse(exportArgs()) as ValidatorJSON,
        returns: (JSON.parse(exportReturns()) as ValidatorJSON | null) ?? { type: "any" },
      });
    }
  }
  return found;
}

export async function callFunction(
  caller: Caller,
  { name, type }: PublicFunction,
  args: Record<string, unknown>,
): Promise<unknown> {
  if (type === "query") return await caller.query(reference<"query">(name), args);
  if (type === "mutation") return await caller.mutation(reference<"mutation">(name), args);
  return await caller.action(reference<"action">(name), args);
}

function reference<Type extends "query" | "mutation" | "action">(name: string) {
  return makeFunctionReference<Type, Record<string, unknown>, unknown>(
    name,
  ) as FunctionReference<Type>;
}
