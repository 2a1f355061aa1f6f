/** Renders the public pages when the app is built, so that they can be served as static HTML. */
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { SITE_PAGES } from "../lib/site-pages";
import { fullTitle } from "../lib/use-page-title";
import { App } from "./app";
import { RouteBoundary } from "./route-boundary";

/** The module of each page, whose script the HTML preloads. */
const MODULES = {
  landing: "src/features/landing/landing-page.tsx",
  privacy: "src/features/landing/privacy-page.tsx",
  terms: "src/features/landing/terms-page.tsx",
} satisfies Record<keyof typeof SITE_PAGES, string>;

export interface DrawnPage {
  path: string;
  title: string;
  description: string;
  module: string;
  html: string;
}

export async function drawPages(): Promise<DrawnPage[]> {
  return await Promise.all(
    (["landing", "privacy", "terms"] as const).map(async (name) => {
      const { path, title, description } = SITE_PAGES[name];
      const html = await draw(path);
      return { path, title: fullTitle(title), description, module: MODULES[name], html };
    }),
  );
}

/** The same tree as in main.tsx. */
async function draw(path: string): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <RouteBoundary>
        <StaticRouter location={path}>
          <App />
        </StaticRouter>
      </RouteBoundary>
    </StrictMode>,
    {
      // Otherwise React would stream long content and move it into place with an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failures.push(error);
      },
    },
  );
  const html = await new Response(prelude as ReadableStream<Uint8Array<ArrayBuffer>>).text();
  if (failures.length > 0) throw failures[0];
  return html;
}
