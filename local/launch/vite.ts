import { Server } from "node:http";
import path from "node:path";
import type { AppServer } from "../web/app-server.ts";
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

const VITE_PROTOCOLS = new Set(["vite-hmr", "vite-ping"]);

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

/** The app with hot reload, on a server that already listens. */
export async function developApp(
  app: AppServer,
  addresses: Addresses,
  closing: Closing,
): Promise<void> {
  const { createServer } = await importVite(addresses);
  // Vite takes its sockets from a server of its own; it gets one that never listens, and through it
  // what has come in at the app's door and is Vite's, for it would leave anything else hanging.
  const server = new Server();
  const vite = await createServer({
    root: PROJECT_ROOT,
    server: { middlewareMode: true, hmr: { server } },
  });
  closing.add(() => vite.close());
  app.use(
    // Looked up anew each time: Vite replaces it when it restarts after a change of its settings.
    (request, response) => vite.middlewares(request, response),
    ({ request, socket, head, url }) => {
      const protocol = request.headers["sec-websocket-protocol"] ?? "";
      return (
        url.pathname === "/" &&
        VITE_PROTOCOLS.has(protocol) &&
        server.emit("upgrade", request, socket, head)
      );
    },
  );
}

async function importVite({ backendUrl, siteUrl, callMachineUrl }: Addresses) {
  // These win over the same variables in any .env file.
  process.env.VITE_CONVEX_URL = backendUrl;
  process.env.VITE_CONVEX_SITE_URL = siteUrl;
  process.env.VITE_CALL_MACHINE_URL = callMachineUrl;
  // Loaded when needed: it is large, and the backend can start meanwhile.
  return await import("vite");
}
