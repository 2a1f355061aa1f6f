import type { FunctionReference, FunctionReturnType, OptionalRestArgs } from "convex/server";

type Call<Kind extends "query" | "mutation" | "action"> = <
  Function extends FunctionReference<Kind>,
>(
  reference: Function,
  ...args: OptionalRestArgs<Function>
) => Promise<FunctionReturnType<Function>>;

export interface Caller {
  query: Call<"query">;
  mutation: Call<"mutation">;
  action: Call<"action">;
}

/** All clients have these methods, with slightly different types. */
export function callerOf(client: object): Caller {
  const { query, mutation, action } = client as Caller;
  const bound = (call: unknown) => (call as CallableFunction).bind(client) as unknown;
  return { query: bound(query), mutation: bound(mutation), action: bound(action) } as Caller;
}
