import { readFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "@playwright/test";
import type { Browser } from "@playwright/test";
import { createClosing } from "../../tools/start/closing.ts";
import { buildApp } from "../../tools/start/vite.ts";
import { openAppServer, serveStaticSite } from "../../tools/start/web/app-server.ts";
import { openStaticSite } from "../../tools/start/web/static-site.ts";
import { browserArguments, findBrowser, thisMachine } from "../browser.ts";
import type { Bench, Figure } from "./bench.ts";
import { openCompressingSite } from "./compressing-site.ts";
import { CONDITIONS, throttle } from "./condition.ts";
import type { Condition } from "./condition.ts";
import { median } from "./median.ts";
import { openUntilPainted } from "./painted.ts";
import { openPlainPage } from "./plain-page.ts";
import { removeFolder, temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 5;
const PHONE = { width: 412, height: 823 };
const BACKEND = "https://backend.invalid";

/** Compares the landing page with itself without scripts, a page with one line, and a page that a script renders. */
export const bench: Bench = {
  title: "Landing page",
  async measure() {
    const folder = await temporaryFolder("landing");
    const closing = createClosing((error) => console.error(error));
    closing.add(() => removeFolder(folder));
    try {
      const addresses = { backendUrl: BACKEND, siteUrl: BACKEND };
      await buildApp({ addresses, outFolder: folder, closing });
      const app = await openAppServer(0, console.error);
      closing.add(() => app.close());
      const origins = { backendUrl: BACKEND, siteUrl: BACKEND, voiceUrls: [] };
      app.use(serveStaticSite(await openStaticSite(folder, origins)));
      const site = await openCompressingSite({ appUrl: app.url, siteUrl: app.url });
      closing.add(() => site.close());
      const page = await readFile(path.join(folder, "index.html"), "utf8");
      const still = page.replace(/<link rel="modulepreload"[^>]*>|<script.*?<\/script>/gs, "");
      const limit = site.publish("/still", "text/html", still);
      const bare = site.publish("/bare", "text/html", "<!doctype html><title>.</title><h1>Hark");
      const executablePath = await findBrowser(thisMachine((line) => console.log(line)));
      const browser = await chromium.launch({ executablePath, args: browserArguments() });
      closing.add(() => browser.close());
      const figures: Figure[] = [];
      for (const condition of CONDITIONS) {
        const times: Record<string, number[]> = { own: [], limit: [], bare: [], script: [] };
        // In turns, because the machine's speed varies over time.
        for (let round = 0; round < ROUNDS; round += 1) {
          times.own?.push(await paintedMs(browser, `${site.url}/`, condition));
          times.limit?.push(await paintedMs(browser, limit, condition));
          times.bare?.push(await paintedMs(browser, bare, condition));
          times.script?.push(await paintedMs(browser, `${site.url}/app.html`, condition));
        }
        const of = (name: string) => median(times[name] ?? []);
        for (const [name, value] of [
          ["of the same page without scripts", of("limit")],
          ["of a page with one line", of("bare")],
          ["of a page that a script renders", of("script")],
        ] as const) {
          figures.push({
            name: `Until it is painted, ${condition.name}`,
            unit: "ms",
            value: of("own"),
            baseline: { name, value },
          });
        }
      }
      return figures;
    } finally {
      await closing.close();
    }
  },
};

/** Measures one visit with an empty cache. */
async function paintedMs(browser: Browser, address: string, condition: Condition): Promise<number> {
  const page = await openPlainPage(browser, PHONE);
  await throttle(page, condition);
  const isIt = 'document.querySelector("h1") !== null';
  const { fromMs, toMs } = await openUntilPainted(page, { address, isIt });
  await page.close();
  return toMs - fromMs;
}
