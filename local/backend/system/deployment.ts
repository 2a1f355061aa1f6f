import { systemQuery } from "./system-function.ts";
import type { SystemModule } from "./system-function.ts";

const cloudUrl = systemQuery({}, ({ host }) => host.cloudUrl());

export const deployment: SystemModule = {
  "_system/cli/convexUrl:cloudUrl": cloudUrl,
  "_system/frontend/convexCloudUrl:default": cloudUrl,
  "_system/frontend/convexSiteUrl:default": systemQuery({}, ({ siteUrl }) => siteUrl()),
  // Nobody can stop a deployment of this backend but whoever stops the backend.
  "_system/frontend/deploymentState:deploymentState": systemQuery({}, () => ({ state: "running" })),
  "_system/frontend/backendState:backendState": systemQuery({}, () => ({
    system: "none",
    usage_limit: "none",
    user: "none",
  })),
};
