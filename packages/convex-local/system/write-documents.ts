/** Writing as deployed functions do, with all that is checked there. */
import type { JSONValue } from "convex/values";
import { databaseSyscalls } from "../functions/database-syscalls.ts";
import type { Execution } from "../functions/execution.ts";
import type { JsonObject } from "../values/json.ts";
import type { SystemContext } from "./system-function.ts";

export function insertDocument(context: SystemContext, table: string, value: JsonObject): string {
  return (call(context, "1.0/insert", { table, value }) as { _id: string })._id;
}

export function removeDocument(context: SystemContext, id: string): void {
  call(context, "1.0/remove", { id });
}

function call(
  { host, transaction, component }: SystemContext,
  name: string,
  args: JsonObject,
): JSONValue {
  const { async: syscalls } = databaseSyscalls(host);
  // The only part of the caller that these functions use.
  const operation = { kind: "mutation", transaction, component } as Execution;
  const answer = syscalls[name]?.(operation, args);
  if (typeof answer !== "string") throw new Error(`${name} does not answer at once`);
  return JSON.parse(answer) as JSONValue;
}
