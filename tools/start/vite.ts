import { Server } from "node:http";
import path from "node:path";
import type { AppServer } from "./web/app-server.ts";
import { quoted, runScript } from "./child-process.ts";
import type { Closing } from "./closing.ts";
import { LaunchError } from "./launch-error.ts";
import { PROJECT_ROOT } from "./project-root.ts";

/** The folders that the app is built from. */
export const APP_FOLDERS = ["convex", "docs", "tools/start/web", "public", "src"];

/** What the browser talks to. */
export interface Addresses {
  backendUrl: string;
  siteUrl: string;
  /** Where the voice SDK's part of a call comes from, if not from the real one. */
  callMachineUrl?: string;
}

export interface AppBuild {
  addresses: Addresses;
  outFolder: string;
  closing: Closing;
  /** Besides the addresses. */
  variables?: Record<string, string>;
}

const VITE_PROTOCOLS = new Set(["vite-hmr", "vite-ping"]);

/**
 * Builds the app as for production, for the services at the given addresses. In a process of its own, since a
 * build leaves hundreds of megabytes behind where it ran.
 */
export async function buildApp(build: AppBuild): Promise<void> {
  const { addresses, outFolder, closing, variables = {} } = build;
  const { isOk, output } = await runScript({
    script: "vite/bin/vite.js",
    args: ["build", "--logLevel=error", "--emptyOutDir", `--outDir=${path.resolve(outFolder)}`],
    env: { ...process.env, ...variables, ...variablesOf(addresses) },
    closing,
  });
  if (!isOk) throw new LaunchError(`The app could not be built. Vite said:\n\n${quoted(output)}`);
}

/** The app with hot reload, on a server that already listens. */
export async function developApp(
  app: AppServer,
  addresses: Addresses,
  closing: Closing,
): Promise<void> {
  Object.assign(process.env, variablesOf(addresses));
  // Loaded when needed: it is large, and the backend can start meanwhile.
  const { createServer } = await import("vite");
  // Vite takes its sockets from a server of its own; it gets one that never listens, and through it
  // what has come in at the app's door and is Vite's, for it would leave anything else hanging.
  const server = new Server();
  const vite = await createServer({
    root: PROJECT_ROOT,
    server: {
      middlewareMode: true,
      hmr: { server },
      // Data folders hold built pages, of which Vite would reload its own.
      watch: { ignored: ["**/.local*/**"] },
    },
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

/** They win over the same variables in any .env file. */
function variablesOf({ backendUrl, siteUrl, callMachineUrl }: Addresses) {
  return {
    VITE_CONVEX_URL: backendUrl,
    VITE_CONVEX_SITE_URL: siteUrl,
    ...(callMachineUrl === undefined ? {} : { VITE_CALL_MACHINE_URL: callMachineUrl }),
  };
}
