/**
 * Runs oxlint, as `npm run lint` configures it, on a small project that breaks each of our own rules: which folder may
 * import which (lint/walls.test.ts has all cases), that only two files may build Convex functions, and that no class
 * sizes a button.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["src", "convex", "packages", "tools", "lint", "public"];
const COPIED = [
  ".oxlintrc.json",
  "tsconfig.json",
  "tsconfig.app.json",
  "tsconfig.base.json",
  "tsconfig.node.json",
  "convex/tsconfig.json",
  "lint/button-size.js",
  "lint/features.js",
  "lint/walls.js",
  "lint/walls-plugin.js",
];
const TIMEOUT_MS = 120_000;

const FORBIDDEN_IMPORTS = {
  "src/lib/wall.ts": 'export * from "../../packages/stand-in-kit/clock.ts";',
  "convex/wall.ts": 'export * from "../src/lib/must";',
  "tools/wall.ts": 'export * from "../convex/schema";',
};

const FORBIDDEN_BUILDERS = {
  "convex/query.ts": 'import { query } from "./_generated/server";\nexport const x = query;',
  "convex/renamed.ts":
    'import { httpAction as open } from "./_generated/server";\nexport const x = open;',
  "convex/internal.ts":
    'import { internalMutation } from "./_generated/server";\nexport const x = internalMutation;',
  "convex/generic.ts":
    'import { actionGeneric } from "convex/server";\nexport const x = actionGeneric;',
  "convex/namespace.ts":
    'import * as server from "./_generated/server";\nexport const x = server.query;',
  "convex/re-exported.ts": 'export { mutation } from "./_generated/server";',
  "convex/calls/builder.ts":
    'import { query } from "../_generated/server";\nexport const x = query;',
};

const SIZED_BUTTONS = {
  "src/components/padded.tsx":
    'export const Padded = () => <Button className="px-2">Edit</Button>;',
  "src/components/named.tsx":
    'const WIDE = "mt-2 sm:px-6";\nexport const Named = ({ isWide }) => <Button className={isWide ? WIDE : ""} />;',
  "src/components/link.tsx":
    'export const Link = () => <a href="/" className={`${buttonClass("quiet")} min-h-12`}>Back</a>;',
  "src/components/joined.tsx":
    'export const Joined = () => <a href="/" className={clsx(buttonClass(), "max-sm:py-1")}>Back</a>;',
};

const CLEAN = {
  "src/components/placed.tsx":
    'export const Placed = () => <Button size="small" className="-ml-4 min-w-0 max-sm:hidden">Edit</Button>;',
  "src/components/padded-part.tsx":
    'export const Part = () => <section className="px-4 py-2">Text</section>;',
  "src/lib/clean.ts": 'export const title = (): string => document.title + "!";',
  "src/components/clean.tsx":
    'export function Clean({ text }: { text: string }) {\n  return <img src="a.png" alt={text} />;\n}',
  "src/lib/clean.test.ts": "export const idle = () => {};",
  "convex/lib/functions.ts":
    'import { query } from "../_generated/server";\nexport const publicQuery = query;',
  "convex/lib/internalFunctions.ts":
    'import { internalQuery } from "../_generated/server";\nexport const builders = [internalQuery];',
  "convex/clean.ts":
    'import { publicQuery } from "./lib/functions";\nexport const clean = [publicQuery];',
  "tools/clean.ts": 'import path from "node:path";\nexport const here = path.resolve(".");',
  "lint/clean.js": "export const pid = process.pid;",
  "public/clean.js": "console.log(document.title);",
};

const IDLE_DIRECTIVE = "tools/directive.ts";

let project: string;
/** The rule names or messages that oxlint reports about each file. */
const reports = new Map<string, string[]>();

beforeAll(async () => {
  project = await fs.mkdtemp(path.join(await fs.realpath(os.tmpdir()), "hark-lint-"));
  for (const file of COPIED) await write(file, await fs.readFile(path.join(ROOT, file), "utf8"));
  await write("package.json", '{ "type": "module" }');
  await fs.symlink(path.join(ROOT, "node_modules"), path.join(project, "node_modules"));
  const files = { ...FORBIDDEN_IMPORTS, ...FORBIDDEN_BUILDERS, ...SIZED_BUTTONS, ...CLEAN };
  for (const [file, code] of Object.entries(files)) await write(file, code);
  await write(
    "convex/_generated/server.ts",
    'export { queryGeneric as query, internalQueryGeneric as internalQuery } from "convex/server";',
  );
  await write(
    IDLE_DIRECTIVE,
    "// oxlint-disable-next-line no-debugger -- none\nexport const x = 1;",
  );
  const { output } = await oxlint("--format=json", ...FOLDERS);
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { filename: string; code?: string; message: string }[];
  };
  for (const { filename, code, message } of diagnostics) {
    reports.set(filename, [...(reports.get(filename) ?? []), code ?? message]);
  }
}, TIMEOUT_MS);

afterAll(() => fs.rm(project, { recursive: true }));

test.each(Object.keys(FORBIDDEN_IMPORTS))("the forbidden import in %s is reported", (file) => {
  expect(reports.get(file)).toContain("hark(walls)");
});

test.each(Object.keys(FORBIDDEN_BUILDERS))("the function builder in %s is reported", (file) => {
  expect(reports.get(file)).toContainEqual(expect.stringContaining("(no-restricted-imports)"));
});

test.each(Object.keys(SIZED_BUTTONS))("the class that sizes a button in %s is reported", (file) => {
  expect(reports.get(file)).toContain("hark(button-size)");
});

test.each(Object.keys(CLEAN))("nothing is reported about %s", (file) => {
  expect(reports.get(file) ?? []).toEqual([]);
});

test("an unused oxlint-disable directive is reported", () => {
  expect(reports.get(IDLE_DIRECTIVE)).toEqual([expect.stringContaining("Unused oxlint-disable")]);
});

test(
  "a warning alone fails the run",
  async () => {
    const file = "public/clean.js";
    expect(await oxlint(file)).toMatchObject({ code: 0 });
    expect(await oxlint("--warn=no-console", file)).toMatchObject({ code: 1 });
  },
  TIMEOUT_MS,
);

async function write(file: string, code: string): Promise<void> {
  const target = path.join(project, file);
  await fs.mkdir(path.dirname(target), { recursive: true });
  await fs.writeFile(target, `${code}\n`);
}

// The folders are listed because oxlint would follow the link to node_modules.
async function oxlint(...args: string[]): Promise<{ code: number | null; output: string }> {
  const script = path.join(ROOT, "node_modules/oxlint/bin/oxlint");
  const child = spawn(process.execPath, [script, ...args], {
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([
    text(child.stdout),
    once(child, "close") as Promise<[number | null]>,
  ]);
  return { code, output };
}
