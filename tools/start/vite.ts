import { Server } from "node:http";
import path from "node:path";
import type { AppServer } from "./web/app-server.ts";
import { quoted, runScript } from "./child-process.ts";
import type { Closing } from "./closing.ts";
import { LaunchError } from "./launch-error.ts";
import { PROJECT_ROOT } from "./project-root.ts";

/** The folders that are inputs of the app's build. */
export const APP_FOLDERS = ["convex", "docs", "tools/start/web", "public", "src"];

/** The servers that the browser uses. */
export interface Addresses {
  backendUrl: string;
  siteUrl: string;
  /** Where the voice SDK loads its call machine from, if not from Daily. */
  callMachineUrl?: string;
}

export interface AppBuild {
  addresses: Addresses;
  outFolder: string;
  closing: Closing;
  /** Further build variables. */
  variables?: Record<string, string>;
}

const VITE_PROTOCOLS = new Set(["vite-hmr", "vite-ping"]);

/** Builds the app as for production, for the services at the given addresses. Runs in a child process, because a build
 * leaves hundreds of megabytes of memory in use.
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
  // Imported late, because it is large and the backend can start meanwhile.
  const { createServer } = await import("vite");
  // Vite wants a server of its own for its WebSockets. It gets one that never listens, to which we pass only Vite's
  // sockets: Vite would leave others hanging.
  const server = new Server();
  const vite = await createServer({
    root: PROJECT_ROOT,
    server: {
      middlewareMode: true,
      hmr: { server },
      // Data folders hold built pages. Vite would reload its own page when these change.
      watch: { ignored: ["**/.local*/**"] },
    },
  });
  closing.add(() => vite.close());
  app.use(
    // Read for each request, because Vite replaces it when its settings change.
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

/** These override the same variables in any .env file. */
function variablesOf({ backendUrl, siteUrl, callMachineUrl }: Addresses) {
  return {
    VITE_CONVEX_URL: backendUrl,
    VITE_CONVEX_SITE_URL: siteUrl,
    ...(callMachineUrl === undefined ? {} : { VITE_CALL_MACHINE_URL: callMachineUrl }),
  };
}
