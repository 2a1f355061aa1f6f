import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { must } from "@hark/stand-in-kit/must";
import { BUILD_FOLDER } from "../runner/steps.ts";

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

type Manifest = Record<string, Chunk>;

const ENTRY = "index.html";
const LANDING_PAGE = "src/features/landing/landing-page.tsx";
const OWNER_APP = "src/app/owner-app.tsx";
const LOGIN_PAGE = "src/features/auth/login-page.tsx";
const DASHBOARD_PAGES = [
  "src/features/assistants/list/assistants-page.tsx",
  "src/features/assistants/page/assistant-page.tsx",
  "src/features/billing/subscription-page.tsx",
  "src/features/analytics/calls-page.tsx",
  "src/features/analytics/trends-page.tsx",
  "src/features/analytics/typed-page.tsx",
  "src/features/inbox/inbox-page.tsx",
  "src/features/connections/connections-page.tsx",
  "src/features/account/account-page.tsx",
  "src/features/operator/operator-page.tsx",
  "src/features/studio/studio-page.tsx",
];
const KILOBYTE = 1024;
/** The arguments of `lazyPart` and `lazyPage`. */
const LOADED_BY_NAME = /\(\) => import\("([^"]+)"\),\s*"(\w+)"/g;

let manifest: Manifest;

beforeAll(async () => {
  const file = path.join(BUILD_FOLDER, ".vite/manifest.json");
  manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
});

/** The files that the browser must load before it can run these modules. */
function closure(modules: string[]): string[] {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = must(manifest[name], name);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return [...files];
}

async function compressedSize(modules: string[]): Promise<number> {
  const sizes = await Promise.all(
    closure(modules).map(
      async (file) => gzipSync(await readFile(path.join(BUILD_FOLDER, file))).length,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("the landing page, once painted, loads at most 98 KB of scripts", async () => {
  expect(await compressedSize([ENTRY, LANDING_PAGE])).toBeLessThanOrEqual(98 * KILOBYTE);
});

test("the sign-in page loads at most 103 KB of scripts, and the backend's client after them", async () => {
  expect(await compressedSize([ENTRY, LOGIN_PAGE])).toBeLessThanOrEqual(103 * KILOBYTE);
});

// Up from 149 KB: each page looks for questions to the owner, says if Hark was updated meanwhile, and knows one more section.
test("each page of the dashboard is a chunk, and loads at most 151.5 KB of scripts", async () => {
  const parts = manifest[OWNER_APP]?.dynamicImports ?? [];
  // The pages before sign-in have their own budget.
  const pages = parts.filter((part) => /^src\/features\/(?!auth\/).*-page\.tsx$/.test(part));
  expect(pages.toSorted(), "no page is without a budget").toEqual(DASHBOARD_PAGES.toSorted());
  for (const page of DASHBOARD_PAGES) {
    const size = await compressedSize([ENTRY, OWNER_APP, page]);
    expect({ page, isWithin: size <= 151.5 * KILOBYTE }).toEqual({ page, isWithin: true });
  }
});

test("dialogs, menus and toasts are loaded after the page", () => {
  for (const page of DASHBOARD_PAGES) {
    const chunks = closure([ENTRY, OWNER_APP, page]);
    for (const late of ["src/components/opening-menu.tsx", "src/components/toasts.tsx"]) {
      expect(chunks).not.toContain(must(manifest[late], late).file);
    }
  }
});

test("the landing page waits for nothing that only owners need", () => {
  expect(manifest[ENTRY]?.dynamicImports).toContain(OWNER_APP);
  expect(manifest[ENTRY]?.imports ?? []).not.toContain(OWNER_APP);
});

test("a chunk is found by its name, also when it is requested again", async () => {
  const parts: { module: string; name: string }[] = [];
  for (const file of await readdir("src", { recursive: true })) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = await readFile(path.join("src", file), "utf8");
    for (const [, from = "", name = ""] of source.matchAll(LOADED_BY_NAME)) {
      parts.push({ module: path.posix.join("src", path.dirname(file), from), name });
    }
  }
  expect(parts.length).toBeGreaterThan(30);
  for (const { module, name } of parts) {
    const chunk = must(manifest[`${module}.tsx`] ?? manifest[`${module}.ts`], module);
    const script = await readFile(path.join(BUILD_FOLDER, chunk.file), "utf8");
    expect(script, module).toMatch(new RegExp(`\\bas ${name}\\b`));
  }
});
