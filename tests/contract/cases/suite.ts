import { ConvexError } from "convex/values";
import type { Value } from "convex/values";
import type { ContractBackend } from "../backends.ts";

/** What a group of cases gets: the backend of the running test, and which kind it is. */
export interface Suite {
  backend: () => ContractBackend;
  /** The local backend or a real one, not convex-test. */
  isLocal: boolean;
}

/** Returns the error with which a call rejects. Fails if it resolves. */
export async function rejection(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`Rejected with something other than an Error: ${String(error)}`, {
      cause: error,
    });
  }
  throw new Error("The call was not rejected");
}

/** Returns the data of a ConvexError. Fails for another error. */
export function dataOf(error: unknown): Value {
  if (error instanceof ConvexError) return error.data as Value;
  throw new Error(`Not a ConvexError: ${String(error)}`, { cause: error });
}
