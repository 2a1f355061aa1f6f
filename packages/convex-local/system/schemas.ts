import type { JsonObject } from "../values/json.ts";
import { inComponent, systemQuery } from "./system-function.ts";
import type { SystemModule } from "./system-function.ts";

export const schemas: SystemModule = {
  "_system/frontend/getSchemas:default": systemQuery(inComponent, ({ host, component }) => {
    const schema = host.deployment().mounts.get(component)?.schema;
    // A push is validated before it is live, so none is in progress here.
    const active: JsonObject =
      schema === null || schema === undefined ? {} : { active: JSON.stringify(schema.exported) };
    return active;
  }),
};
