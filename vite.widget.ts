/**
 * Builds what visitors load beside the app: the talk button's page and the talk page, compiled against Preact because they
 * are loaded on other people's sites, and the one script that a site can embed instead of the button's frame.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  build,
  loadEnv,
  type InlineConfig,
  type Plugin,
  type ResolvedConfig,
  type Rolldown,
} from "vite";
import { PRODUCT_NAME } from "./convex/shared/productName.ts";
import { WIDGET_PAGE_PARTS_FILE, widgetPageParts } from "./tools/start/web/widget-page-parts.ts";
import { hostFiles, TURNSTILE_URL, VOICE_URLS } from "./tools/start/web/host-files.ts";
import { inlineParts } from "./tools/start/web/inline-parts.ts";
import type { Origins } from "./tools/start/web/security-headers.ts";
import { builtVersion } from "./vite.version.ts";
import { readCallMachineUrl, readConvexSiteUrl, readConvexUrl } from "./src/lib/env.ts";

const ROOT = import.meta.dirname;
const REACT_AS_PREACT = [
  // The variant with "dev" is for builds within tests, which Vite does not treat as production builds.
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: "preact/jsx-runtime" },
  { find: /^react-dom\/client$/, replacement: path.join(ROOT, "src/widget/preact-root.ts") },
  { find: /^react-dom\/server$/, replacement: "preact-render-to-string" },
  { find: /^react$/, replacement: "preact/hooks" },
];

/** By their global names. A website loads the first one, which loads the second one for pages that offer actions. */
const SCRIPTS_OF_WEBSITES = { harkEmbed: "embed.ts", harkPageActions: "page-actions.ts" };

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
        if (request.url?.startsWith("/talk/") === true) request.url = "/talk.html";
        const script = /^\/(embed|page-actions)\.js(\?|$)/.exec(request.url ?? "")?.[1];
        if (script !== undefined) request.url = `/src/embed/${script}.ts`;
        next();
      });
    },
    // After the app's build, which empties the folder.
    async closeBundle(error) {
      if (error !== undefined || config.command !== "build" || this.meta.watchMode) return;
      const outDir = path.resolve(config.root, config.build.outDir);
      const origins = originsOf(loadEnv(config.mode, ROOT, "VITE_"));
      const shared: InlineConfig = {
        configFile: false,
        root: ROOT,
        mode: config.mode,
        logLevel: config.logLevel ?? "info",
        publicDir: false,
      };
      const toOutDir = { outDir, emptyOutDir: false };
      const hasManifest = config.build.manifest !== false;
      const pages = await buildPages(shared, { ...toOutDir, hasManifest });
      for (const [name, file] of Object.entries(SCRIPTS_OF_WEBSITES)) {
        const entry = path.join(ROOT, "src/embed", file);
        const lib = { entry, name, formats: ["iife" as const] };
        const fileName = () => file.replace(/ts$/, "js");
        // Of the form that minifiers keep. `npm run doctor` reads it.
        const rolldownOptions = {
          output: { postBanner: `/*! ${PRODUCT_NAME} ${builtVersion()} */` },
        };
        await build({
          ...shared,
          build: { ...toOutDir, lib: { ...lib, fileName }, rolldownOptions },
        });
      }
      const names = (await readdir(outDir)).filter((name) => name.endsWith(".html"));
      const ofApp = await Promise.all(
        names.map((name) => readFile(path.join(outDir, name), "utf8")),
      );
      const files = {
        ...hostFiles(origins, { inline: inlineParts(ofApp), button: pages.html }),
        [WIDGET_PAGE_PARTS_FILE]: JSON.stringify(widgetPageParts(pages, origins)),
      };
      for (const [name, text] of Object.entries(files)) {
        const file = path.join(outDir, name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, text);
      }
    },
  };
}

/** As the app reads them. */
function originsOf(variables: Record<string, string>): Origins {
  const callMachine = readCallMachineUrl(variables);
  return {
    backendUrl: readConvexUrl(variables),
    siteUrl: readConvexSiteUrl(variables),
    voiceUrls: callMachine === null ? VOICE_URLS : [new URL(callMachine).origin],
    turnstileUrl: (variables.VITE_TURNSTILE_SITE_KEY ?? "") === "" ? null : TURNSTILE_URL,
  };
}

interface Target {
  outDir: string;
  emptyOutDir: boolean;
  hasManifest: boolean;
}

/**
 * All pages load the same script for a call, and both pages of the talk button the same one for the panel. It prefetches the
 * files of the talk page.
 */
async function buildPages(shared: InlineConfig, { hasManifest, ...target }: Target) {
  const manifestOf = (name: string) => (hasManifest ? `.vite/${name}.json` : false);
  const call = await outputOf({
    ...shared,
    plugins: [withoutPreloading()],
    build: {
      ...target,
      manifest: manifestOf("call"),
      rolldownOptions: { input: "src/widget/call.ts", preserveEntrySignatures: "strict" },
    },
  });
  const callScript = { "./call": `/${entryOf(call).fileName}` };
  const talk = await outputOf({
    ...shared,
    plugins: [externalModules(callScript), withoutPreloading()],
    resolve: { alias: REACT_AS_PREACT },
    build: {
      ...target,
      manifest: manifestOf("talk"),
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      rolldownOptions: { input: "talk.html" },
    },
  });
  const talkFiles = [entryOf(talk), assetIn(talk, ".css")].map(({ fileName }) => `/${fileName}`);
  const panel = await outputOf({
    ...shared,
    plugins: [withoutPreloading()],
    define: { "globalThis.TALK_FILES": JSON.stringify(talkFiles) },
    build: {
      ...target,
      manifest: manifestOf("panel"),
      rolldownOptions: { input: "src/widget/panel.ts", preserveEntrySignatures: "strict" },
    },
  });
  const scripts = {
    ...callScript,
    "./panel": `/${entryOf(panel).fileName}`,
  };
  const page: InlineConfig = {
    ...shared,
    plugins: [externalModules(scripts), withoutPreloading()],
    resolve: { alias: REACT_AS_PREACT },
  };
  const fallback = await outputOf({
    ...page,
    build: {
      ...target,
      manifest: manifestOf("widget"),
      // The fallback page names one script, which every browser that supports modules loads by itself.
      modulePreload: { polyfill: false },
      rolldownOptions: { input: "widget.html" },
    },
  });
  const inlined = await outputOf({
    ...page,
    build: {
      write: false,
      rolldownOptions: { input: "src/widget/page.tsx", output: { format: "iife" } },
    },
  });
  return {
    html: textOf(fallback, "widget.html"),
    style: textOf(fallback, ".css").trim(),
    script: entryOf(inlined).code.trim(),
    faces: await drawFaces(page),
    scripts,
  };
}

async function drawFaces(page: InlineConfig): Promise<Record<string, string>> {
  const program = await outputOf({
    ...page,
    ssr: { noExternal: true },
    build: { write: false, ssr: "src/widget/draw.tsx" },
  });
  const { code } = entryOf(program);
  const address = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  const drawing = (await import(/* @vite-ignore */ address)) as {
    drawFaces(): Record<string, string>;
  };
  return drawing.drawFaces();
}

async function outputOf(settings: InlineConfig): Promise<Rolldown.RolldownOutput["output"]> {
  const result = await build(settings);
  if (!("output" in result)) throw new Error("The build has several outputs.");
  return result.output;
}

type Output = Rolldown.RolldownOutput["output"];

function entryOf(output: Output): Rolldown.OutputChunk {
  const [entry] = output;
  return entry;
}

function textOf(output: Output, ending: string): string {
  return assetIn(output, ending).source.toString();
}

function assetIn(output: Output, ending: string): Rolldown.OutputAsset {
  const found = output.find(({ fileName }) => fileName.endsWith(ending));
  if (found?.type !== "asset") throw new Error(`The build has no ${ending}`);
  return found;
}

/** Modules that are loaded from these addresses and are not bundled into the page's script. */
function externalModules(addresses: Record<string, string>): Plugin {
  return {
    name: "external-modules",
    enforce: "pre",
    resolveId(id) {
      const address = addresses[id];
      return address === undefined ? null : { id: address, external: "absolute" };
    },
  };
}

/** Vite's helper preloads the imports of a lazy chunk. The button's chunks have none. */
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
