import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readIfPresent } from "./cli-settings.ts";
import { FUNCTIONS_ARE_NOT_OF } from "./convex-cli.ts";
import { unlessMade } from "./made.ts";
import type { Making } from "./made.ts";

let folder: string;
let making: Making;
let timesMade: number;
let found: string | null;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hark-made-"));
  const dataFolder = path.join(folder, "data");
  const projectRoot = path.join(folder, "project");
  await mkdir(dataFolder);
  for (const [file, content] of Object.entries(PROJECT)) await put(file, content);
  timesMade = 0;
  found = null;
  making = {
    name: "all",
    parts: ["convex", "src", "public", "local"],
    projectRoot,
    dataFolder,
    env: { PATH: "/bin", TERM: "dumb" },
    others: { backendUrl: "http://127.0.0.1:1" },
    found: () => found,
    async make() {
      timesMade += 1;
      found = `the ${timesMade}th`;
    },
  };
});
afterEach(() => rm(folder, { recursive: true }));

const PROJECT: Record<string, string> = {
  "convex/tasks.ts": "export {};",
  "convex/model/deep/rule.ts": "export {};",
  "src/app/app.tsx": "export {};",
  "public/favicon.svg": "<svg/>",
  "local/launch/vite.ts": "export {};",
  "index.html": "<p>",
  "widget.html": "<p>",
  "vite.config.ts": "export {};",
  "vite.pages.ts": "export {};",
  "vite.widget.ts": "export {};",
  "tsconfig.app.json": "{}",
  "package.json": "{}",
  "package-lock.json": '{ "convex": "1" }',
  "node_modules/.package-lock.json": '{ "convex": "1" }',
  ".env": "VITE_SUPPORT_EMAIL=a@example.com",
  ".env.local": "VITE_SALES_EMAIL=a@example.com\n",
  ".env.production": "VITE_SALES_EMAIL=b@example.com\n",
};

async function put(file: string, content: string): Promise<void> {
  const place = path.join(folder, "project", file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content);
}

async function isMadeAgain(changed: Partial<Making> = {}): Promise<boolean> {
  const before = timesMade;
  await unlessMade({ ...making, ...changed });
  return timesMade > before;
}

test("what was made of the same is not made again", async () => {
  expect(await isMadeAgain()).toBe(true);
  expect(await isMadeAgain()).toBe(false);
  // Written anew, with the same content.
  await put("src/app/app.tsx", PROJECT["src/app/app.tsx"] ?? "");
  expect(await isMadeAgain()).toBe(false);
});

test.each(Object.keys(PROJECT))(
  "it is made again when %s has changed, or has gone",
  async (file) => {
    await unlessMade(making);
    await put(file, `${PROJECT[file]} `.replace("=", "=of another "));
    expect(await isMadeAgain()).toBe(true);
    expect(await isMadeAgain()).toBe(false);
    await rm(path.join(folder, "project", file));
    expect(await isMadeAgain()).toBe(true);
  },
);

test.each([
  "convex/new.ts",
  "src/new.ts",
  "public/new.txt",
  "convex.json",
  ".env.production.local",
  "postcss.config.js",
])("it is made again when %s is new", async (file) => {
  await unlessMade(making);
  await put(file, "");
  expect(await isMadeAgain()).toBe(true);
});

test.each(["README.md", "eslint.config.js", "vitest.config.ts", ".prettierrc", ".env.example"])(
  "nothing is made of %s",
  async (file) => {
    await unlessMade(making);
    await put(file, "new");
    expect(await isMadeAgain()).toBe(false);
    await put(file, "changed");
    expect(await isMadeAgain()).toBe(false);
  },
);

test("functions are not pushed again for what only the app is made of, nor for what neither is", async () => {
  const functions = { notOf: FUNCTIONS_ARE_NOT_OF };
  await unlessMade({ ...making, ...functions });
  for (const file of ["index.html", "widget.html", "vite.config.ts", "vite.pages.ts"]) {
    await put(file, "changed");
  }
  expect(await isMadeAgain(functions)).toBe(false);
  await put("tsconfig.app.json", "changed");
  expect(await isMadeAgain(functions)).toBe(true);
});

test("it is made again when a file has another name", async () => {
  await put("src/a.ts", "one");
  await unlessMade(making);
  await rm(path.join(folder, "project/src/a.ts"));
  await put("src/b.ts", "one");
  expect(await isMadeAgain()).toBe(true);
});

test("it is made again with other addresses, and in another environment", async () => {
  await unlessMade(making);
  expect(await isMadeAgain({ others: { backendUrl: "http://127.0.0.1:2" } })).toBe(true);
  const env = { ...making.env, VITE_CONVEX_URL: "http://127.0.0.1:3" };
  await unlessMade(making);
  expect(await isMadeAgain({ env })).toBe(true);
  expect(await isMadeAgain({ env: { ...env, NODE_OPTIONS: "--no-warnings" } })).toBe(true);
});

test("another terminal is no other environment, unless a setting asks for a variable", async () => {
  const elsewhere = { env: { ...making.env, TERM: "xterm", SHLVL: "3", npm_command: "start" } };
  await unlessMade(making);
  expect(await isMadeAgain(elsewhere)).toBe(false);
  await put(".env", "VITE_VERSION=$npm_package_version");
  await unlessMade(making);
  expect(await isMadeAgain(elsewhere)).toBe(true);
});

test("which backend runs is written into .env.local by the start itself", async () => {
  await unlessMade(making);
  const offered = "CONVEX_SELF_HOSTED_URL=http://127.0.0.1:1\nCONVEX_SELF_HOSTED_ADMIN_KEY=k\n";
  await put(".env.local", `${PROJECT[".env.local"]}${offered}`);
  expect(await isMadeAgain()).toBe(false);
});

test("it is made again when what was made is another or not there", async () => {
  await unlessMade(making);
  found = "what somebody else has pushed";
  expect(await isMadeAgain()).toBe(true);
  found = null;
  expect(await isMadeAgain()).toBe(true);
});

test("it is made again when making it failed, and when the note is not whole", async () => {
  await unlessMade(making);
  await put("src/app/app.tsx", "broken");
  const failing = { make: () => Promise.reject(new Error("It cannot be built")) };
  await expect(isMadeAgain(failing)).rejects.toThrow("It cannot be built");
  await put("src/app/app.tsx", PROJECT["src/app/app.tsx"] ?? "");
  expect(await isMadeAgain()).toBe(true);
  await writeFile(path.join(making.dataFolder, "made-all.json"), '{ "of": "');
  expect(await isMadeAgain()).toBe(true);
});

test("what was changed while it was made is made again", async () => {
  const { make } = making;
  await unlessMade({
    ...making,
    async make() {
      await put("src/app/app.tsx", "changed meanwhile");
      await make();
    },
  });
  expect(await readIfPresent(path.join(making.dataFolder, "made-all.json"))).toBeNull();
  // Also when the change is taken back.
  await put("src/app/app.tsx", PROJECT["src/app/app.tsx"] ?? "");
  expect(await isMadeAgain()).toBe(true);
});
