/** The messages between the backend and the threads that run deployed code. */
import type { JSONValue } from "convex/values";
import type { ComponentPath } from "../engine/catalog.ts";
import type { CompiledModule } from "../functions/compile.ts";
import type { FunctionKind } from "../functions/execution.ts";
import type { Failure } from "../functions/failure.ts";
import type { LogLine } from "../functions/function-log.ts";
import type { JsonObject } from "../values/json.ts";
import type { ValidatorJson } from "../values/validator.ts";

/** One definition (the app's or a component's) with its modules. */
export interface Part {
  definition: CompiledModule | null;
  schema: CompiledModule | null;
  modules: ReadonlyMap<string, CompiledModule>;
}

/** By the path of each definition; the app's is "". */
export type Parts = ReadonlyMap<string, Part>;

export type Variables = Readonly<Record<string, string>>;

/** Everything that a thread needs to run a deployment. */
export interface Program {
  parts: Parts;
  mounts: ReadonlyMap<ComponentPath, ProgramMount>;
}

export interface ProgramMount {
  definitionPath: string;
  variables: Variables;
}

export interface CallStart {
  id: number;
  program: number;
  component: ComponentPath;
  kind: FunctionKind;
  /** Whether it has its own realm, whose globals it may change. */
  isAlone: boolean;
  /** The frozen time of a query or mutation; null in actions, where time runs. */
  nowMs: number | null;
  seed: string | null;
}

export interface FunctionStart extends CallStart {
  type: "function";
  /** `module:export` */
  path: string;
  args: string;
  requestId: string;
}

export interface RequestStart extends CallStart {
  type: "request";
  method: string;
  /** As the router of the component sees it. */
  path: string;
  url: string;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | null;
}

export interface Answer {
  type: "answer";
  id: number;
  request: number;
  text?: string;
  /** The answers to repetitions of the same system call, fetched in advance. */
  ahead?: string[];
  bytes?: Uint8Array<ArrayBuffer>;
  failure?: { message: string; data?: JSONValue };
}

export type ToThread =
  | { type: "analyze"; parts: Parts; variables: Variables }
  | { type: "evaluateAuthConfig"; modules: Part["modules"]; variables: Variables }
  | { type: "load"; program: number; source: Program; clockOffset: Float64Array }
  | { type: "unload"; program: number }
  | FunctionStart
  | RequestStart
  | Answer
  /** More of a response's body is wanted, nothing more of it, or nothing more of the whole call. */
  | { type: "pull" | "cancel" | "abandon"; id: number };

export interface Question {
  type: "question";
  id: number;
  /** Null if no answer is needed, and -1 if the thread blocks until there is one. */
  request: number | null;
  /** Under which number the function will read the query that it opens. */
  stream?: number;
  operation: string;
  args: string;
  bytes?: Uint8Array<ArrayBuffer>;
}

export interface ResponseStart {
  type: "response";
  id: number;
  status: number;
  headers: [string, string][];
  /** The whole body, or the mark that it is read chunk by chunk. */
  body: Uint8Array<ArrayBuffer> | "in chunks" | null;
}

export type FromThread =
  | { type: "ready"; taskId: string | null }
  | { type: "analyzed"; analysis: Analysis }
  | { type: "authConfig"; authConfig: JSONValue }
  | { type: "refused"; code: string | null; message: string }
  | Question
  | { type: "log"; id: number; line: LogLine }
  | { type: "done"; id: number; value: string; usedTime: boolean }
  | { type: "failed"; id: number; failure: Failure; usedTime: boolean }
  /** It changed shared globals, and must run again in its own realm. */
  | { type: "aside"; id: number }
  | ResponseStart
  | { type: "chunk"; id: number; bytes: Uint8Array<ArrayBuffer> | null };

/** The result of analyzing a push. */
export interface Analysis {
  definitions: Map<string, Definition>;
  mounts: Map<string, AnalyzedPart>;
}

export interface AnalyzedPart {
  functions: Map<string, AnalyzedFunction>;
  /** As the schema itself exports it. */
  schema: JsonObject | null;
  crons: JsonObject;
  /** Path and method; null without a router. */
  routes: [string, string][] | null;
}

export interface AnalyzedFunction {
  type: "query" | "mutation" | "action";
  isPublic: boolean;
  isNode: boolean;
  args: ValidatorJson;
  returns: ValidatorJson | null;
}

/** The content of a definition file (`convex.config.ts`): itself and what it installs. */
export interface Definition {
  /** The app's own definition has no name. */
  definitionType: { type: string; name?: string };
  childComponents: { name: string; path: string; env: [string, EnvironmentBinding][] | null }[];
  /** From path prefix to a reference to the component that serves it. */
  httpMounts: Record<string, string>;
  exports: JsonObject;
  envVars?: [string, JsonObject][];
}

export type EnvironmentBinding =
  { type: "value"; value: string } | { type: "envVar"; name: string };

/** Shared memory: what the backend sees of a thread at any time. */
export const PULSE = {
  /** The call whose code runs right now, or 0. */
  call: 0,
  /** How often that has changed. */
  turns: 1,
  /** How many of the questions for which the thread stood still have been answered. */
  answers: 2,
  size: 3,
};
