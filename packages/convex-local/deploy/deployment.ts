/** A pushed app, evaluated and ready to run. */
import type { HttpRouter } from "convex/server";
import type { AuthProvider } from "../auth/providers.ts";
import type { ComponentPath, IndexDefinition } from "../engine/catalog.ts";
import type { AnalyzedFunction } from "../runtime/protocol.ts";
import type { JsonObject } from "../values/json.ts";
import type { ValidatorJson } from "../values/validator.ts";

export type FunctionType = AnalyzedFunction["type"];

export interface TableSchema {
  documentType: ValidatorJson;
  indexes: IndexDefinition[];
}

export interface Schema {
  tables: Map<string, TableSchema>;
  schemaValidation: boolean;
  /** As the push tool wants it back. */
  exported: JsonObject;
}

export interface CronSpec {
  name: string;
  /** `module:export` */
  path: string;
  args: JsonObject;
  schedule: CronSchedule;
}

export type CronSchedule =
  | { type: "interval"; seconds?: number; minutes?: number; hours?: number }
  | { type: "hourly"; minuteUTC?: number }
  | { type: "daily"; hourUTC: number; minuteUTC?: number }
  | { type: "weekly"; dayOfWeek: string; hourUTC: number; minuteUTC?: number }
  | { type: "monthly"; day: number; hourUTC: number; minuteUTC?: number }
  | { type: "cron"; cron: string };

/** One installed component, or the app itself. */
export interface Mount {
  component: ComponentPath;
  /** Which definition it is an instance of; the app's is "". */
  definitionPath: string;
  functions: Map<string, AnalyzedFunction>;
  schema: Schema | null;
  crons: CronSpec[];
  httpRouter: HttpRouter | null;
}

export interface Deployment {
  mounts: Map<ComponentPath, Mount>;
  authProviders: AuthProvider[];
  /** Which component serves the paths below a prefix; longer prefixes first. */
  httpMounts: { prefix: string; component: ComponentPath }[];
  /** Under which number the threads know its code. */
  program: number;
}

export const NOTHING_DEPLOYED: Deployment = {
  mounts: new Map(),
  authProviders: [],
  httpMounts: [],
  program: 0,
};
