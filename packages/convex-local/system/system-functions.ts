/** All system functions, by `module:export`. README.md lists them. */
import { components } from "./components.ts";
import { deployment } from "./deployment.ts";
import { documents } from "./documents.ts";
import { files } from "./files.ts";
import { modules } from "./modules.ts";
import { schemas } from "./schemas.ts";
import { snapshots } from "./snapshots.ts";
import type { SystemModule } from "./system-function.ts";
import { tablePages } from "./table-pages.ts";
import { tables } from "./tables.ts";
import { variables } from "./variables.ts";

export const SYSTEM_FUNCTIONS: SystemModule = {
  ...components,
  ...deployment,
  ...documents,
  ...files,
  ...modules,
  ...schemas,
  ...snapshots,
  ...tablePages,
  ...tables,
  ...variables,
};
