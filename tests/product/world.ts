/** The product's functions on either implementation, with owners, a clock and the routes of its site. */
import type {
  FunctionReference,
  FunctionReturnType,
  OptionalRestArgs,
  WithoutSystemFields,
} from "convex/server";
import { afterAll, beforeAll, describe, inject } from "vitest";
import type { AdjustableClock } from "@hark/stand-in-kit/clock";
import { must } from "@hark/stand-in-kit/must";
import type { Doc, Id, TableNames } from "../../convex/_generated/dataModel";
import { openInMemory } from "./in-memory-world.ts";
import { openLocal } from "./local-world.ts";

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

export interface Owner extends Caller {
  userId: Id<"users">;
  email: string;
  /** What the owner's browser sends along as a bearer. */
  token(): Promise<string>;
  /** Signs in once more, in another browser. */
  otherSession(): Promise<Id<"authSessions">>;
}

export interface World {
  visitor: Caller;
  /** Calls what no client may: the internal functions. */
  inside: Caller;
  signUp(email?: string): Promise<Owner>;
  /** What the functions take for the time; the stand-ins of vendors share it. */
  clock: AdjustableClock;
  /** Moves time ahead for all of them, and lets what falls due run. */
  advance(ms: number): Promise<void>;
  /** The same without waiting: for a test that holds something up meanwhile. */
  skip(ms: number): void;
  /** Whether requests to its HTTP routes come from an address that the functions can see. */
  knowsAddresses: boolean;
  /** Where the functions' HTTP routes are served. */
  siteUrl: string;
  /** Everything in a table, for what no function of the product tells. */
  rows<Table extends TableNames>(table: Table): Promise<Doc<Table>[]>;
  /** Puts documents into a table as they are, as an import does. */
  insert<Table extends TableNames>(
    table: Table,
    documents: WithoutSystemFields<Doc<Table>>[],
  ): Promise<void>;
  /** The ids of all that is in file storage. */
  storedFiles(): Promise<string[]>;
  setVariables(variables: Record<string, string>): Promise<void>;
  /** Waits until nothing is running and nothing that is due waits to run. */
  settle(): Promise<void>;
  /** How many functions are running, or due to run. */
  unfinished(): Promise<number>;
  close(): Promise<void>;
}

declare module "vitest" {
  export interface ProvidedContext {
    backend: "convex-test" | "convex-local";
  }
}

/**
 * Tests that pass on each backend, in a world that those of one file share: every test has owners of its own. Which
 * backend it is says the project of vitest.config.ts in which they run.
 */
export function onEachBackend(define: (world: () => World) => void): void {
  const backend = inject("backend");
  describe(backend, () => {
    let world: World | undefined;
    beforeAll(async () => {
      world = await (backend === "convex-test" ? openInMemory() : openLocal());
    });
    afterAll(() => world?.close());
    define(() => must(world, "world"));
  });
}
