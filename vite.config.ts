import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { apiExamples } from "./vite.docs.ts";
import { prerenderedPages } from "./vite.pages.ts";
import { appVersion, builtVersion } from "./vite.version.ts";
import { talkButton } from "./vite.widget.ts";

export default defineConfig({
  define: { "import.meta.env.VITE_HARK_VERSION": JSON.stringify(builtVersion()) },
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutInlineStyles(),
    prerenderedPages(),
    apiExamples(),
    appVersion(),
    talkButton(),
  ],
  build: {
    outDir: process.env.HARK_WEB_OUT ?? "dist",
    emptyOutDir: true,
    // Browsers without support load the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // We use fifty of two thousand icons. The others are not even read.
      experimental: { lazyBarrel: true },
    },
  },
});

/**
 * Sonner adds its stylesheet as an inline <style>, which a strict Content-Security-Policy forbids. The app imports the
 * stylesheet file that sonner ships instead.
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
