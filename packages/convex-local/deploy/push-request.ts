/** The request with which the Convex CLI pushes. */
import { isJsonObject } from "../values/json.ts";
import type { JsonObject } from "../values/json.ts";
import type { BundledModule } from "../functions/compile.ts";

export interface AppDefinition {
  definition: BundledModule | null;
  dependencies: string[];
  schema: BundledModule | null;
  changedModules: BundledModule[];
  udfServerVersion: string;
}

export interface ComponentDefinition {
  definitionPath: string;
  definition: BundledModule;
  dependencies: string[];
  schema: BundledModule | null;
  functions: BundledModule[];
  udfServerVersion: string;
}

export interface PushRequest {
  appDefinition: AppDefinition;
  componentDefinitions: ComponentDefinition[];
}

/** Something in the pushed code is wrong; the CLI prints the message. */
export class PushError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isModule: Check = (value) =>
  isJsonObject(value) && isText(value.path) && isText(value.source);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);

const APP: Record<string, Check> = {
  definition: orNull(isModule),
  schema: orNull(isModule),
  changedModules: listOf(isModule),
  udfServerVersion: isText,
};
const COMPONENT: Record<string, Check> = {
  definitionPath: isText,
  definition: isModule,
  schema: orNull(isModule),
  functions: listOf(isModule),
  udfServerVersion: isText,
};

export function parsePushRequest({ appDefinition, componentDefinitions }: JsonObject): PushRequest {
  check("appDefinition", appDefinition, APP);
  if (!Array.isArray(componentDefinitions)) throw notAPush("componentDefinitions");
  for (const [at, one] of componentDefinitions.entries()) {
    check(`componentDefinitions[${at}]`, one, COMPONENT);
  }
  return { appDefinition, componentDefinitions } as unknown as PushRequest;
}

function check(path: string, value: unknown, fields: Record<string, Check>): void {
  if (!isJsonObject(value)) throw notAPush(path);
  for (const [name, fits] of Object.entries(fields)) {
    if (!fits(value[name])) throw notAPush(`${path}.${name}`);
  }
}

function notAPush(path: string): PushError {
  return new PushError("InvalidPush", `${path} is not what the Convex CLI sends: push with it.`);
}
