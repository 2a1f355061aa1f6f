import { createHash } from "node:crypto";
import type { Route } from "./router.ts";

/**
 * The address says which script it is, so that a page may fetch it long before it is needed. Who still has
 * an older address gets today's script.
 */
export function callMachineRoute(
  script: string,
  onFetched: () => void,
): Route & { address: string } {
  const version = `${createHash("sha256").update(script).digest("hex").slice(0, 16)}.js`;
  return {
    method: "GET",
    path: "/call-machine/:version",
    address: `/call-machine/${version}`,
    access: "open",
    async handle({ params }) {
      onFetched();
      return new Response(script, {
        headers: {
          "Content-Type": "text/javascript; charset=utf-8",
          "Cache-Control":
            params.version === version ? "public, max-age=31536000, immutable" : "no-store",
        },
      });
    },
  };
}
