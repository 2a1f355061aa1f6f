import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
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
const ASSISTANTS_PAGE = "src/features/assistants/assistants-page.tsx";
const KILOBYTE = 1024;

let manifest: Manifest;

beforeAll(async () => {
  const file = path.join(BUILD_FOLDER, ".vite/manifest.json");
  manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
});

/** What the browser has to load before it can run these modules, compressed. */
async function compressedSize(modules: string[]): Promise<number> {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`${name} is not in the build's manifest`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  const sizes = await Promise.all(
    [...files].map(async (file) => gzipSync(await readFile(path.join(BUILD_FOLDER, file))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("the landing page loads at most 93 KB of scripts", async () => {
  expect(await compressedSize([ENTRY, LANDING_PAGE])).toBeLessThanOrEqual(93 * KILOBYTE);
});

test("each page of the dashboard is a chunk, and loads at most 170 KB of scripts", async () => {
  const pages = manifest[OWNER_APP]?.dynamicImports ?? [];
  expect(pages).toContain(ASSISTANTS_PAGE);
  for (const page of pages) {
    const size = await compressedSize([ENTRY, OWNER_APP, page]);
    expect({ page, isWithin: size <= 170 * KILOBYTE }).toEqual({ page, isWithin: true });
  }
});

test("the landing page waits for nothing that only owners need", () => {
  expect(manifest[ENTRY]?.dynamicImports).toContain(OWNER_APP);
  expect(manifest[ENTRY]?.imports ?? []).not.toContain(OWNER_APP);
});
