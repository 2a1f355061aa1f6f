/** Serves the app's version beside it, for `npm run doctor`. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const FILE = "version.json";

export function appVersion(): Plugin {
  const source = `${JSON.stringify({ version: builtVersion() })}\n`;
  return {
    name: "app-version",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: FILE, source });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader("Content-Type", "application/json");
        response.end(source);
      });
    },
  };
}

/** As in convex/lib/productVersion.ts, whose import Vite does not support in its configuration. */
export function builtVersion(): string {
  const manifest = readFileSync(path.join(import.meta.dirname, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
