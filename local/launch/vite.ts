import type { Server } from "node:http";
import path from "node:path";
import type { RequestHandler } from "../web/app-server.ts";
import type { Closing } from "./closing.ts";
import { LaunchError } from "./launch-error.ts";
import { PROJECT_ROOT } from "./project-root.ts";

/** What the browser talks to. */
export interface Addresses {
  backendUrl: string;
  siteUrl: string;
  callMachineUrl: string;
}

export interface AppBuild {
  addresses: Addresses;
  outFolder: string;
}

/** Builds the app as for production, for the services at the given addresses. */
export async function buildApp({ addresses, outFolder }: AppBuild): Promise<void> {
  const { build } = await importVite(addresses);
  try {
    await build({
      root: PROJECT_ROOT,
      logLevel: "error",
      build: { outDir: path.resolve(outFolder), emptyOutDir: true },
    });
  } catch (error) {
    throw new LaunchError(`The app could not be built. ${String(error)}`);
  }
}

/** The app with hot reload, as a handler for a server that already listens. */
export async function developApp(
  server: Server,
  addresses: Addresses,
  closing: Closing,
): Promise<RequestHandler> {
  const { createServer } = await importVite(addresses);
  const vite = await createServer({
    root: PROJECT_ROOT,
    server: { middlewareMode: true, hmr: { server } },
  });
  closing.add(() => vite.close());
  // Looked up anew each time: Vite replaces it when it restarts after a change of its settings.
  return (request, response) => vite.middlewares(request, response);
}

async function importVite({ backendUrl, siteUrl, callMachineUrl }: Addresses) {
  // These win over the same variables in any .env file.
  process.env.VITE_CONVEX_URL = backendUrl;
  process.env.VITE_CONVEX_SITE_URL = siteUrl;
  process.env.VITE_CALL_MACHINE_URL = callMachineUrl;
  // Loaded when needed: it is large, and the backend can start meanwhile.
  return await import("vite");
}
