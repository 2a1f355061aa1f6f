/** The product's functions on either backend, with owners, a clock and HTTP routes. */
import type { WithoutSystemFields } from "convex/server";
import { describe, inject } from "vitest";
import type { AdjustableClock } from "@hark/stand-in-kit/clock";
import type { Doc, Id, TableNames } from "../../convex/_generated/dataModel";
import type { Caller } from "../caller.ts";
import { opened } from "../opened.ts";
import { openInMemory } from "./in-memory-world.ts";
import { openLocal } from "./local-world.ts";

export interface Owner extends Caller {
  userId: Id<"users">;
  email: string;
  /** The owner's bearer token. */
  token(): Promise<string>;
  /** Signs in again, in another browser. */
  otherSession(): Promise<Id<"authSessions">>;
}

export interface World {
  visitor: Caller;
  /** Calls internal functions. */
  inside: Caller;
  signUp(email?: string): Promise<Owner>;
  /** The functions' clock, which the vendors' stand-ins share. */
  clock: AdjustableClock;
  /** Advances the clock and runs what is due. */
  advance(ms: number): Promise<void>;
  /** Advances the clock without waiting, for tests that hold a request meanwhile. */
  skip(ms: number): void;
  /** Whether its HTTP routes see the caller's IP address. */
  knowsAddresses: boolean;
  /** Base URL of the HTTP routes. */
  siteUrl: string;
  /** All rows of a table. */
  rows<Table extends TableNames>(table: Table): Promise<Doc<Table>[]>;
  /** Inserts documents without validation by the product, as an import does. */
  insert<Table extends TableNames>(
    table: Table,
    documents: WithoutSystemFields<Doc<Table>>[],
  ): Promise<void>;
  /** The IDs of all stored files. */
  storedFiles(): Promise<string[]>;
  setVariables(variables: Record<string, string>): Promise<void>;
  /** Waits until nothing is running and nothing that is due waits to run. */
  settle(): Promise<void>;
  /** Number of functions that are running or due. */
  unfinished(): Promise<number>;
  close(): Promise<void>;
}

declare module "vitest" {
  export interface ProvidedContext {
    backend: "convex-test" | "convex-local";
  }
}

/**
 * Defines tests that pass on each backend. The tests of a file share a world, and each has its own owners. The project
 * in vitest.config.ts selects the backend.
 */
export function onEachBackend(define: (world: () => World) => void): void {
  const backend = inject("backend");
  describe(backend, () => {
    define(opened<World>(() => (backend === "convex-test" ? openInMemory() : openLocal())));
  });
}
