import type { FunctionReference, FunctionReturnType, OptionalRestArgs } from "convex/server";

type Call<Kind extends "query" | "mutation" | "action"> = <
  Function extends FunctionReference<Kind, "public" | "internal">,
>(
  reference: Function,
  ...args: OptionalRestArgs<Function>
) => Promise<FunctionReturnType<Function>>;

export interface Caller {
  query: Call<"query">;
  mutation: Call<"mutation">;
  action: Call<"action">;
}

/** All clients have these methods, with slightly different types. `prepare` runs before each call. */
export function callerOf(client: object, prepare?: () => Promise<unknown>): Caller {
  const { query, mutation, action } = client as Caller;
  const prepared =
    (call: unknown) =>
    async (...args: unknown[]) => {
      await prepare?.();
      return await (call as (...args: unknown[]) => Promise<unknown>).apply(client, args);
    };
  return {
    query: prepared(query),
    mutation: prepared(mutation),
    action: prepared(action),
  } as Caller;
}
