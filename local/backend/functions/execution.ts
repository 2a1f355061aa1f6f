/** What is running right now: every syscall of deployed code finds its function here. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { ComponentPath } from "../engine/catalog.ts";
import type { Transaction } from "../engine/transaction.ts";
import type { Identity } from "../auth/identity.ts";
import type { DocumentStream } from "../engine/document-stream.ts";
import type { LogLine } from "./function-log.ts";

export type FunctionKind = "query" | "mutation" | "action" | "httpAction";

export interface RequestMetadata {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  scheduledFunctionId: string | null;
  authToken: string | null;
}

export interface Execution {
  kind: FunctionKind;
  /** How many functions have called each other down to this one. */
  depth: number;
  component: ComponentPath;
  /** `module:export`, as the function's callers name it. */
  path: string;
  identity: Identity | null;
  request: RequestMetadata;
  /** Null in actions, whose every query and mutation is a transaction of its own. */
  transaction: Transaction | null;
  /** The frozen time of a query or mutation; null in actions, where time runs. */
  frozenNowMs: number | null;
  random: () => number;
  streams: Map<number, DocumentStream>;
  pagination: PaginationState;
  /** Whether the function asked who is calling, so that its result is theirs alone. */
  usedIdentity: { value: boolean };
  /** Nested mutations of one caller run one after the other. */
  nestedMutation: Promise<unknown>;
  log: (line: LogLine) => void;
}

export interface PaginationState {
  /** Where the page ended when this query last ran, so that a rerun keeps its boundaries. */
  previousJournal: string | null;
  journal: string | null;
  hasPaginated: boolean;
}

const storage = new AsyncLocalStorage<Execution>();

export function runInExecution<T>(execution: Execution, task: () => T): T {
  return storage.run(execution, task);
}

export function currentExecution(): Execution | undefined {
  return storage.getStore();
}
