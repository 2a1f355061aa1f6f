/**
 * Prerenders the pages that need no backend when the app is built. A host serves them as they are, with the style that
 * they use, so that one response paints them. All other paths get a shell.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import {
  build,
  loadEnv,
  normalizePath,
  type InlineConfig,
  type Plugin,
  type ResolvedConfig,
  type Rolldown,
} from "vite";
import { must } from "./packages/stand-in-kit/must.ts";

type Bundle = Rolldown.OutputBundle;

/** A page that src/app/prerender.tsx renders. */
interface PrerenderedPage {
  path: string;
  title: string;
  description: string;
  module: string;
  html: string;
}

/** With slashes, as Vite names modules. */
const ROOT = normalizePath(import.meta.dirname);
const STYLES = path.posix.join(ROOT, "src/app/styles.css");
/** The module that each shell preloads. */
const SHELLS = {
  "app.html": "src/app/owner-app.tsx",
  "login.html": "src/features/auth/login-page.tsx",
};
/** Inside the project, because the prerendering script imports packages from there. */
const CACHE_FOLDER = path.join(ROOT, "node_modules/.cache/hark-pages");

export function prerenderedPages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "prerendered-pages",
    apply: "build",
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("There is no index.html");
        const template = String(page.source);
        const shared: InlineConfig = {
          configFile: false,
          root: ROOT,
          mode: config.mode,
          logLevel: "warn",
          publicDir: false,
        };
        await mkdir(CACHE_FOLDER, { recursive: true });
        const folder = await mkdtemp(path.join(CACHE_FOLDER, "build-"));
        try {
          const pages = await prerender(shared, folder);
          const style = await styleOf(pages, shared, folder);
          const { VITE_SITE_URL } = loadEnv(config.mode, ROOT, "VITE_");
          const siteUrl = (VITE_SITE_URL ?? "").replace(/\/+$/, "");
          const emit = (fileName: string, source: string) =>
            this.emitFile({ type: "asset", fileName, source });
          for (const prerendered of pages) {
            const html = pageFrom(template, { ...prerendered, style, siteUrl, bundle });
            if (prerendered.path === "/") page.source = html;
            else emit(`${prerendered.path.slice(1)}.html`, html);
          }
          for (const [name, module] of Object.entries(SHELLS)) {
            emit(name, template.replace("</head>", `${preloads(bundle, module, template)}</head>`));
          }
          // For hosts that show this file if a path does not exist.
          emit("404.html", template);
          if (siteUrl !== "") {
            emit("sitemap.xml", sitemap(pages.map(({ path: pathname }) => siteUrl + pathname)));
            emit("robots.txt", `User-agent: *\nAllow: /\nSitemap: ${siteUrl}/sitemap.xml\n`);
          }
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
    },
  };
}

async function prerender(shared: InlineConfig, folder: string): Promise<PrerenderedPage[]> {
  await build({
    ...shared,
    plugins: [react()],
    // React is imported as it is. Everything else is bundled, and little of it is used.
    ssr: { noExternal: true, external: ["react", "react-dom"] },
    build: {
      ssr: "src/app/prerender.tsx",
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        // No prerendered page contains any of them.
        external: Object.values(SHELLS).map((module) => path.posix.join(ROOT, module)),
        experimental: { lazyBarrel: true },
        output: { entryFileNames: "prerender.js", codeSplitting: false },
      },
    },
  });
  const file = pathToFileURL(path.join(folder, "prerender.js")).href;
  const { drawPages } = (await import(file)) as { drawPages: () => Promise<PrerenderedPage[]> };
  return await drawPages();
}

/** The app's style with only the classes that the pages use. */
async function styleOf(
  pages: PrerenderedPage[],
  shared: InlineConfig,
  folder: string,
): Promise<string> {
  const seen = path.join(folder, "pages.html");
  await writeFile(seen, pages.map(({ html }) => html).join("\n"));
  const built = await build({
    ...shared,
    plugins: [onlyFor(seen), tailwindcss()],
    build: { write: false, rolldownOptions: { input: STYLES } },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const style = must(
    output.find(({ fileName }) => fileName.endsWith(".css")),
    "the pages' style",
  );
  if (style.type !== "asset") throw new Error("The pages' style is not a file");
  return String(style.source).trim();
}

function onlyFor(seen: string): Plugin {
  return {
    name: "only-for-prerendered-pages",
    enforce: "pre",
    transform(code, id) {
      if (id !== STYLES) return null;
      const changed = code
        .replace(
          /^@import "tailwindcss".*$/m,
          `@import "tailwindcss" source(none);\n@source "${normalizePath(seen)}";`,
        )
        .replace(/^@import "\.\/toasts\.css";$/m, "");
      return { code: changed, map: null };
    },
  };
}

interface PageParts extends PrerenderedPage {
  style: string;
  siteUrl: string;
  bundle: Bundle;
}

function pageFrom(template: string, parts: PageParts): string {
  const { path: pathname, title, description, module, html, style, siteUrl, bundle } = parts;
  const stylesheets = template.match(/^\s*<link rel="stylesheet"[^>]*>\n/gm) ?? [];
  let page = template;
  const replace = (what: string | RegExp, by: string) => {
    const found = typeof what === "string" ? page.includes(what) : what.test(page);
    if (!found) throw new Error(`index.html has no ${String(what)}`);
    page = page.replace(what, () => by);
  };
  // The whole style follows the page's content, for what is shown later. The font is loaded by the style's rule.
  for (const stylesheet of stylesheets) replace(stylesheet, "");
  replace(/^\s*<link\s+rel="preload"\s+as="font"[^>]*>\n/m, "");
  replace(/<noscript>.*<\/noscript>\n\s*/, "");
  replace(/<title>.*<\/title>/, `<title>${escape(title)}</title>`);
  replace(/<meta\s+name="description"[^>]*>/, describe(title, description, siteUrl, pathname));
  replace("</head>", `  ${preloads(bundle, module, template)}<style>${style}</style>\n  </head>`);
  replace('<div id="root"></div>', `<div id="root" data-drawn="${pathname}">${html}</div>`);
  replace("</body>", `${stylesheets.join("")}</body>`);
  return page;
}

function describe(title: string, description: string, siteUrl: string, pathname: string): string {
  const tags = [
    ["name", "description", description],
    ["property", "og:type", "website"],
    ["property", "og:title", title],
    ["property", "og:description", description],
  ];
  const url = siteUrl + pathname;
  if (siteUrl !== "") {
    tags.push(["property", "og:url", url], ["property", "og:image", `${siteUrl}/share.png`]);
  }
  const lines = tags.map(
    ([kind = "", name = "", content = ""]) =>
      `<meta ${kind}="${name}" content="${escape(content)}" />`,
  );
  if (siteUrl !== "") lines.push(`<link rel="canonical" href="${escape(url)}" />`);
  return lines.join("\n    ");
}

/** The scripts that the page loads besides the app's entry, preloaded. */
function preloads(bundle: Bundle, module: string, template: string): string {
  const files = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== "chunk" || files.has(fileName)) return;
    files.add(fileName);
    chunk.imports.forEach(visit);
  };
  const page = Object.values(bundle).find(
    (file) => file.type === "chunk" && file.facadeModuleId === path.posix.join(ROOT, module),
  );
  visit(must(page, `a chunk of ${module}`).fileName);
  return [...files]
    .filter((file) => !template.includes(`"/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">\n    `)
    .join("");
}

function sitemap(addresses: string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${escape(address)}</loc></url>`),
    "</urlset>",
    "",
  ].join("\n");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
