/** Uses a browser's only page. Every action waits until it is possible. */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { must } from "@hark/stand-in-kit/must";
import { eventually } from "../../eventually.ts";
import { isLocal } from "../../fixtures/strict-page.ts";
import { DriverError, ELEMENT } from "./driver.ts";
import type { Driver } from "./driver.ts";
import type { Found, Query } from "./query.ts";

export const KEYS = {
  Tab: "\uE004",
  Enter: "\uE007",
  Escape: "\uE00C",
  ArrowUp: "\uE013",
  ArrowDown: "\uE015",
} as const;

export interface User {
  open(address: string): Promise<void>;
  /** Waits until the element is visible. */
  sees(query: Query): Promise<void>;
  seesNo(query: Query): Promise<void>;
  press(query: Query): Promise<void>;
  /** Replaces the field's text. */
  fill(query: Query, text: string): Promise<void>;
  key(key: keyof typeof KEYS): Promise<void>;
  arrivesAt(path: string): Promise<void>;
  /** Runs a function body in the page, with `arguments`. */
  run(body: string, ...args: unknown[]): Promise<unknown>;
  /** Runs `use` in the page's first frame. */
  inFrame(use: () => Promise<void>): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  picture(file: string): Promise<void>;
  /** What was done until now, and what the page shows, for a test that fails. */
  report(): Promise<string>;
  /** Unexpected errors and requests of its pages. */
  complaints(): string[];
  close(): Promise<void>;
}

/** Temporary errors: the page is rendering, or something covers the element. */
const PASSING = new Set([
  "stale element reference",
  "element click intercepted",
  "element not interactable",
  "no such element",
  "no such window",
  "javascript error",
  "detached shadow root",
]);

/** Our embed script adds its frame within a shadow root. */
const ALL_FRAMES = `
  const roots = [document, ...[...document.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot)];
  return roots.flatMap((root) => [...(root?.querySelectorAll("iframe") ?? [])]);`;

const SHOWN = `
  const fields = [...document.querySelectorAll("input, textarea, select")].map(({ value }) => value);
  const texts = document.body.innerText.split("\\n");
  return [location.href, ...texts, "fields: " + fields.join(", ")].filter(Boolean).join(" | ");`;

type Element = Record<typeof ELEMENT, string>;

const FINDER = "return window.findInPage?.(arguments[0]) ?? null";

export function openUser(driver: Driver, finder: string): User {
  const complaints: string[] = [];
  const openedMs = performance.now();
  const done: string[] = [];

  function note(what: string): void {
    done.push(`${((performance.now() - openedMs) / 1000).toFixed(1)} s ${what}`);
  }

  const run = (script: string, ...args: unknown[]) =>
    driver.send("ExecuteScript", { script, args });

  async function find(query: Query): Promise<string | null> {
    const found = ((await run(FINDER, query)) ??
      (await run(`${finder};${FINDER}`, query))) as Found<Element>;
    complaints.push(...found.complaints);
    for (const request of found.requests) {
      if (!isLocal(request)) complaints.push(`outbound request: ${request}`);
    }
    return found.element?.[ELEMENT] ?? null;
  }

  /** Retries until the element accepts the action. */
  async function act(
    what: string,
    query: Query,
    on: (id: string) => Promise<unknown>,
  ): Promise<void> {
    note(`${what} ${JSON.stringify(query)}`);
    await waitFor(query, async () => {
      const id = await find(query);
      if (id === null) return false;
      await on(id);
      return true;
    });
  }

  const press = (query: Query) => act("press", query, (id) => driver.send("ElementClick", { id }));

  return {
    open: async (url) => {
      note(`open ${url}`);
      await driver.send("Navigate", { url });
    },
    sees: (query) => act("see", query, () => Promise.resolve()),
    async seesNo(query) {
      note(`see no ${JSON.stringify(query)}`);
      await waitFor(query, async () => (await find(query)) === null);
    },
    press,
    async fill(query, text) {
      await act("fill", query, async (id) => {
        // A user scrolls to a field before typing. WebKit's driver does not do that.
        await run("arguments[0].scrollIntoView({ block: 'center' })", { [ELEMENT]: id });
        await driver.send("ElementClear", { id });
        await driver.send("ElementSendKeys", { id, text });
      });
    },
    async key(key) {
      note(`key ${key}`);
      const value = KEYS[key];
      const actions = [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ];
      await driver.send("PerformActions", { actions: [{ type: "key", id: "keyboard", actions }] });
    },
    async arrivesAt(path) {
      note(`arrive at ${path}`);
      let address = "";
      await eventually(async () => {
        address = String(await run("return location.pathname + location.search"));
        return address === path;
      }).catch((error: unknown) => {
        throw new Error(`At ${address} instead of ${path}`, { cause: error });
      });
    },
    run,
    async inFrame(use) {
      const frames: Element[] = [];
      await eventually(async () => {
        frames.push(...((await run(ALL_FRAMES)) as Element[]));
        return frames.length > 0;
      });
      const frame = must(frames[0], "a frame");
      // Firefox expects the element's ID itself.
      await driver.send("SwitchToFrame", { id: frame, element: frame[ELEMENT] });
      await use();
      await driver.send("SwitchToFrame", { id: null });
    },
    resize: (width, height) => driver.resize(width, height),
    async picture(file) {
      const base64 = String(await driver.send("TakeScreenshot", { full: false }));
      await writeFile(file, Buffer.from(base64, "base64"));
    },
    async report() {
      const shown = await run(SHOWN).catch(String);
      return `Done: ${done.join(" | ")}\nThe page showed: ${String(shown)}`;
    },
    complaints: () => [...driver.complaints(), ...complaints.splice(0)],
    close: () => driver.close(),
  };
}

async function waitFor(query: Query, isDone: () => Promise<boolean>): Promise<void> {
  let last: unknown;
  await eventually(async () => {
    try {
      return await isDone();
    } catch (error) {
      if (!(error instanceof DriverError) || !PASSING.has(error.code)) throw error;
      last = error;
      return false;
    }
  }).catch((error: unknown) => {
    throw new Error(`No ${JSON.stringify(query)}: ${String(last ?? error)}`, { cause: error });
  });
}

/** Bundles the script that finds elements in a page. */
export async function bundleFinder(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("./find-in-page.ts", import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    logLevel: "silent",
    format: "iife",
    platform: "browser",
    define: { "process.env": "{}" },
  });
  return outputFiles[0]?.text ?? "";
}
