import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { missingNames, unusedExceptions } from "./named-code.ts";

const PROJECT = path.resolve(import.meta.dirname, "..");

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "hark-names-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

test("every file, script and function that our Markdown names exists", () => {
  expect(missingNames(PROJECT)).toEqual([]);
});

test("every exception is needed", () => {
  expect(unusedExceptions(PROJECT)).toEqual([]);
});

test("a file is known by its name, or its path from the Markdown's folder or one above it", () => {
  write("convex/calls/start.ts", "");
  write("convex/jobs/README.md", "`start.ts`, `convex/calls/start.ts` and `calls/start.ts`");
  write("docs/notes/a.md", "`../b.md`, `./a.md` and `a.md, start.ts`");
  write("docs/b.md", "`notes/a.md`, `.lintrc.json`");
  write(".lintrc.json", "");
  expect(missingNames(root)).toEqual([]);
});

test("names of files that do not exist are found", () => {
  write("convex/calls/start.ts", "");
  write("a.md", "# A\n\n`callProxy.ts` and\n`calls/start.ts` (`docs/none.md`, `none.html`)");
  expect(missingNames(root)).toEqual([
    "a.md:3: callProxy.ts",
    "a.md:4: calls/start.ts",
    "a.md:4: docs/none.md",
    "a.md:4: none.html",
  ]);
});

test("addresses, several files at once, prose and the changelog are not checked", () => {
  write(
    "a.md",
    "`/v1/openapi.json`, `convex/*.ts`, `src/{a,b}.ts`, `https://a.example/b.js`, c.ts",
  );
  write("CHANGELOG.md", "`before.ts`");
  expect(missingNames(root)).toEqual([]);
});

test("exceptions apply where they say so", () => {
  const exceptions = [
    { names: ["built.js"], why: "the build writes it" },
    { names: ["theirs.ts"], in: ["a.md"], why: "of others" },
  ];
  write("a.md", "`built.js` `theirs.ts`");
  write("b.md", "`built.js` `theirs.ts`");
  expect(missingNames(root, exceptions)).toEqual(["b.md:1: theirs.ts"]);
});

test("npm scripts that package.json does not have are found", () => {
  write("package.json", '{ "scripts": { "test:all": "" } }');
  write("a.md", "Run `npm run test:all`.\n\n```\nnpm run gone\n```");
  expect(missingNames(root)).toEqual(["a.md:4: npm run gone"]);
});

test("functions that no file exports are found", () => {
  write(
    "convex/auth.ts",
    'export const { auth, signIn } = a();\nexport const store = b();\nexport { now } from "./c";',
  );
  write("convex/jobs/sweep.ts", "export const sweep = a();");
  write(
    "a.md",
    [
      "`auth:signIn`, `auth:store`, `auth:now`, `internal.jobs.sweep.sweep`, `api.auth.store`, `node:fs`, `auth:read`",
      "`auth:signOut`, `internal.jobs.sweep.gone`, `api.gone.store`",
      "`npx convex run gone:now '{}'`",
    ].join("\n"),
  );
  expect(missingNames(root)).toEqual([
    "a.md:2: auth:signOut",
    "a.md:2: internal.jobs.sweep.gone",
    "a.md:2: api.gone.store",
    "a.md:3: npx convex run gone:now",
  ]);
});
