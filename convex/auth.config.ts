import type { AuthConfig } from "convex/server";

export default {
  // eslint-disable-next-line @convex-dev/no-process-env -- Every deployment sets this one itself.
  providers: [{ domain: process.env.CONVEX_SITE_URL ?? "", applicationID: "convex" }],
} satisfies AuthConfig;
