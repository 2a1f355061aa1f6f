/** A function that runs: what it is, for whom, and what it has used. */
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
  /** Of its random numbers; null in actions, whose chance is real. */
  seed: string | null;
  /** Under which number the threads know the code that it is of. */
  program: number;
  /** The queries that it reads, or why one could not be opened. */
  streams: Map<number, DocumentStream | Error>;
  pagination: PaginationState;
  /** Whether the function asked who is calling, so that its result is theirs alone. */
  usedIdentity: { value: boolean };
  /** Whether it asked what time it is, so that its result does not hold for long. */
  usedTime: { value: boolean };
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
