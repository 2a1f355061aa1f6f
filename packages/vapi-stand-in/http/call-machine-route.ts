import { createHash } from "node:crypto";
import { Hono } from "hono";
import type { AppEnv } from "@hark/stand-in-kit/http-app";

/**
 * The address contains a hash of the script, so that a page may fetch it long before it is needed. An older address
 * answers with the current script.
 */
export function callMachineRoute(
  script: string,
  onFetched: () => void,
): { app: Hono<AppEnv>; address: string } {
  const hash = createHash("sha256").update(script).digest("hex").slice(0, 16);
  const address = `/call-machine/${hash}.js`;
  const app = new Hono<AppEnv>();
  app.get("/call-machine/:version", (c) => {
    onFetched();
    const isCurrent = c.req.path === address;
    return c.body(script, 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": isCurrent ? "public, max-age=31536000, immutable" : "no-store",
    });
  });
  return { app, address };
}
