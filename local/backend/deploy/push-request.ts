/** What the Convex CLI sends when it pushes. */
import type { BundledModule } from "../functions/module-registry.ts";

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
