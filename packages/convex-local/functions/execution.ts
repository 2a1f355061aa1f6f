/** A running function: its kind, its caller and its usage. */
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
  /** The depth of nested calls. */
  depth: number;
  component: ComponentPath;
  /** `module:export`, as the function's callers name it. */
  path: string;
  identity: Identity | null;
  request: RequestMetadata;
  /** Null in actions, where each query and mutation has its own transaction. */
  transaction: Transaction | null;
  /** The frozen time of a query or mutation; null in actions, where time runs. */
  frozenNowMs: number | null;
  /** The seed of its random numbers; null in actions, where they are not seeded. */
  seed: string | null;
  /** Under which number the threads know the code that it is of. */
  program: number;
  /** The queries that it reads, or why one could not be opened. */
  streams: Map<number, DocumentStream | Error>;
  pagination: PaginationState;
  /** Whether the function read the identity, so that its result is for this user only. */
  usedIdentity: { value: boolean };
  /** Whether it read the clock, so that its result expires soon. */
  usedTime: { value: boolean };
  /** Nested mutations of one caller run one after the other. */
  nestedMutation: Promise<unknown>;
  log: (line: LogLine) => void;
}

export interface PaginationState {
  /** The end of the page in the last run, so that a rerun keeps its boundaries. */
  previousJournal: string | null;
  journal: string | null;
  hasPaginated: boolean;
}
