import type { Route } from "./router.ts";

export const CALL_MACHINE_PATH = "/call-machine.js";

export function callMachineRoute(script: string): Route {
  return {
    method: "GET",
    path: CALL_MACHINE_PATH,
    access: "open",
    handle: async () =>
      new Response(script, {
        headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-store" },
      }),
  };
}
