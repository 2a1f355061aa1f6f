/**
 * The talk button beside the app: its page for the frame, compiled against Preact because it loads
 * on other people's sites, and the one script that a site can embed in place of the frame.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { build, loadEnv, type InlineConfig, type Plugin, type ResolvedConfig } from "vite";
import { hostFiles } from "./local/web/host-files.ts";
import { inlineParts } from "./local/web/inline-parts.ts";

const ROOT = import.meta.dirname;
const REACT_AS_PREACT = [
  { find: /^react\/jsx-runtime$/, replacement: "preact/jsx-runtime" },
  { find: /^react-dom\/client$/, replacement: path.join(ROOT, "src/widget/preact-root.ts") },
  { find: /^react$/, replacement: "preact/hooks" },
  { find: /^lucide-react$/, replacement: "lucide-preact" },
];

export function talkButton(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "talk-button",
    configResolved(resolved) {
      config = resolved;
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (/^\/widget(\/|\?|$)/.test(request.url ?? "")) request.url = "/widget.html";
        if (/^\/embed\.js(\?|$)/.test(request.url ?? "")) request.url = "/src/embed/embed.ts";
        next();
      });
    },
    // Once the app is there: what is built last must not empty the folder.
    async closeBundle(error) {
      if (error !== undefined || config.command !== "build" || this.meta.watchMode) return;
      const outDir = path.resolve(config.root, config.build.outDir);
      const common: InlineConfig = {
        configFile: false,
        root: ROOT,
        mode: config.mode,
        logLevel: config.logLevel ?? "info",
        publicDir: false,
      };
      const manifest = config.build.manifest === false ? false : ".vite/widget.json";
      await build({
        ...common,
        plugins: [withoutPreloading()],
        resolve: { alias: REACT_AS_PREACT },
        build: {
          outDir,
          emptyOutDir: false,
          manifest,
          // Its page names one script, which every browser that knows modules loads by itself.
          modulePreload: { polyfill: false },
          rolldownOptions: { input: "widget.html" },
        },
      });
      await build({
        ...common,
        build: {
          outDir,
          emptyOutDir: false,
          lib: {
            entry: path.join(ROOT, "src/embed/embed.ts"),
            name: "harkEmbed",
            formats: ["iife"],
            fileName: () => "embed.js",
          },
        },
      });
      const variables = loadEnv(config.mode, ROOT, "VITE_");
      const names = (await readdir(outDir)).filter((name) => name.endsWith(".html"));
      const pages = await Promise.all(
        names.map((name) => readFile(path.join(outDir, name), "utf8")),
      );
      for (const [name, text] of Object.entries(hostFiles(variables, inlineParts(pages)))) {
        await writeFile(path.join(outDir, name), text);
      }
    },
  };
}

/** Vite's way to fetch along what a lazy chunk imports: the button's one imports nothing else. */
function withoutPreloading(): Plugin {
  return {
    name: "without-preloading",
    enforce: "pre",
    load(id) {
      if (!id.endsWith("vite/preload-helper.js")) return null;
      return "export const __vitePreload = (load) => load();";
    },
  };
}
