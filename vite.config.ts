import { createRequire } from "node:module";
import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { apiExamples } from "./vite.docs.ts";
import { drawnPages } from "./vite.pages.ts";
import { talkButton } from "./vite.widget.ts";

/** Small, and needed on nearly every page: left alone, each would be a request of its own. */
const SMALL_PARTS = new RegExp(
  [
    String.raw`[\\/]src[\\/]lib[\\/](auth-storage|env|formats|kept-setting|routes|shown-calls|theme|toast|use-page-title)\.ts$`,
    String.raw`[\\/]src[\\/]components[\\/](badge|button|button-class|card|fact|field|logo|spinner)\.tsx?$`,
    String.raw`[\\/]src[\\/]features[\\/]auth[\\/]browser-id\.ts$`,
    String.raw`[\\/]convex[\\/]catalog[\\/](limits|plans|product)\.ts$`,
    String.raw`[\\/]lucide-react[\\/]dist[\\/]esm[\\/](createLucideIcon|Icon|icons[\\/](check|download|loader-circle|mic|phone|x))\.`,
  ].join("|"),
);

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutInlineStyles(),
    routerWithoutWarnings(),
    drawnPages(),
    apiExamples(),
    talkButton(),
  ],
  build: {
    outDir: process.env.HARK_WEB_OUT ?? "dist",
    emptyOutDir: true,
    // Browsers that lack it load the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Of two thousand icons we use fifty, and the others are not even read.
      experimental: { lazyBarrel: true },
      output: { codeSplitting: { groups: [{ name: "small-parts", test: SMALL_PARTS }] } },
    },
  },
});

/** React Router's package leads to the build that warns developers, also when what is built is for visitors. */
function routerWithoutWarnings(): Plugin {
  const folder = path.dirname(createRequire(import.meta.url).resolve("react-router/package.json"));
  const built = (file: string) => path.join(folder, "dist/production", file);
  return {
    name: "router-without-warnings",
    apply: "build",
    config: () => ({
      resolve: {
        alias: [
          { find: /^react-router$/, replacement: built("index.mjs") },
          { find: /^react-router\/dom$/, replacement: built("dom-export.mjs") },
        ],
      },
    }),
  };
}

/**
 * Sonner adds its stylesheet as an inline <style>, which a strict Content-Security-Policy
 * forbids; the app imports the stylesheet file that sonner ships instead.
 */
function sonnerWithoutInlineStyles(): Plugin {
  return {
    name: "sonner-without-inline-styles",
    apply: "build",
    transform(code, id) {
      if (!id.endsWith("node_modules/sonner/dist/index.mjs")) return null;
      const stripped = code.replace(/^__insertCSS\(".*"\);?$/m, "");
      if (stripped === code) this.error("sonner no longer inserts its styles as expected");
      return { code: stripped, map: null };
    },
  };
}
