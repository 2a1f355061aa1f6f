/** Serves the page of API examples as text beside the app. The dashboard links to it. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { loadEnv, type Plugin } from "vite";

const SOURCE = path.join(import.meta.dirname, "docs/api.md");
const SERVED_AS = "docs/api.txt";
/** The placeholder in the page for the deployment's URL. */
const PLACEHOLDER = "https://YOUR-DEPLOYMENT.convex.site";

export function apiExamples(): Plugin {
  let siteUrl = PLACEHOLDER;
  const page = async () => (await readFile(SOURCE, "utf8")).replaceAll(PLACEHOLDER, siteUrl);
  return {
    name: "api-examples",
    configResolved({ mode, envDir }) {
      const env = loadEnv(mode, envDir === false ? import.meta.dirname : envDir);
      const convexUrl = env.VITE_CONVEX_URL?.replace(/\.convex\.cloud$/, ".convex.site");
      siteUrl = (env.VITE_CONVEX_SITE_URL ?? convexUrl ?? PLACEHOLDER).replace(/\/+$/, "");
    },
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: SERVED_AS, source: await page() });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${SERVED_AS}`, (_request, response, next) => {
        page().then((text) => {
          response.setHeader("Content-Type", "text/plain; charset=utf-8");
          response.end(text);
        }, next);
      });
    },
  };
}
