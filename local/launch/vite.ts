import type { Server } from "node:http";
import path from "node:path";
import type { RequestHandler } from "../web/app-server.ts";
import type { Closing } from "./closing.ts";
import { LaunchError } from "./launch-error.ts";
import { PROJECT_ROOT } from "./project-root.ts";

export interface AppBuild {
  backendUrl: string;
  outFolder: string;
}

/** Builds the app as for production, for the backend at the given address. */
export async function buildApp({ backendUrl, outFolder }: AppBuild): Promise<void> {
  const { build } = await importVite(backendUrl);
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
  backendUrl: string,
  closing: Closing,
): Promise<RequestHandler> {
  const { createServer } = await importVite(backendUrl);
  const vite = await createServer({
    root: PROJECT_ROOT,
    server: { middlewareMode: true, hmr: { server } },
  });
  closing.add(() => vite.close());
  // Looked up anew each time: Vite replaces it when it restarts after a change of its settings.
  return (request, response) => vite.middlewares(request, response);
}

async function importVite(backendUrl: string) {
  // Wins over the same variable in any .env file.
  process.env.VITE_CONVEX_URL = backendUrl;
  // Loaded when needed: it is large, and the backend can start meanwhile.
  return await import("vite");
}
