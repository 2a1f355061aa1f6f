import { systemQuery } from "./system-function.ts";
import type { SystemModule } from "./system-function.ts";

export const deployment: SystemModule = {
  "_system/cli/convexUrl:cloudUrl": systemQuery({}, ({ host }) => host.cloudUrl()),
  "_system/frontend/convexSiteUrl:default": systemQuery({}, ({ siteUrl }) => siteUrl()),
};
