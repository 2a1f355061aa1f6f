import { ConvexError } from "convex/values";
import type { Value } from "convex/values";
import type { ContractBackend } from "../backends.ts";

/** What a group of cases gets: the backend of the test that is running, and which kind it is. */
export interface Suite {
  backend: () => ContractBackend;
  /** Not convex-test, but the local backend or a real one. */
  isLocal: boolean;
}

/** What a call was rejected with; fails when it was not. */
export async function rejection(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`Rejected with what is no Error: ${String(error)}`, { cause: error });
  }
  throw new Error("The call was not rejected");
}

/** The data of a ConvexError; fails when it is another error. */
export function dataOf(error: unknown): Value {
  if (error instanceof ConvexError) return error.data as Value;
  throw new Error(`Not a ConvexError: ${String(error)}`, { cause: error });
}
