import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import convexPlugin from "@convex-dev/eslint-plugin";
import { ESLint } from "eslint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BACKEND } from "./planted/convex.ts";
import { FAULTS } from "./planted/faults.ts";
import { IN_PLACE } from "./planted/places.ts";

interface Config {
  rules: Record<string, unknown>;
  overrides: { rules?: Record<string, unknown> }[];
}

const ROOT = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["src", "convex", "local", "lint", "public"];
const COPIED = [
  ".oxlintrc.json",
  "tsconfig.json",
  "tsconfig.app.json",
  "tsconfig.base.json",
  "tsconfig.node.json",
  "convex/tsconfig.json",
  "lint/features.js",
  "lint/walls.js",
  "lint/walls-plugin.js",
];
// Each takes seconds on a busy machine, and no test is about how many.
const WAIT_MS = 120_000;
const IDLE_DIRECTIVE = "local/directive.ts";

const config = JSON.parse(readFileSync(path.join(ROOT, ".oxlintrc.json"), "utf8")) as Config;
const RULES = [config, ...config.overrides].flatMap(({ rules = {} }) =>
  Object.keys(rules).filter((rule) => rules[rule] !== "off"),
);

let project: string;
/** What oxlint says of each file, a rule's name without that of its plugin. */
const reports = new Map<string, string[]>();

beforeAll(async () => {
  project = await fs.mkdtemp(path.join(await fs.realpath(os.tmpdir()), "hark-lint-"));
  for (const file of COPIED) await write(file, await fs.readFile(path.join(ROOT, file), "utf8"));
  await write("package.json", '{ "type": "module" }');
  await fs.symlink(path.join(ROOT, "node_modules"), path.join(project, "node_modules"));
  for (const { file, code } of FAULTS) await write(file, code);
  for (const [file, code] of Object.entries(IN_PLACE)) await write(file, code);
  for (const [file, { code }] of Object.entries(BACKEND)) await write(file, code);
  await write(
    IDLE_DIRECTIVE,
    "// oxlint-disable-next-line no-debugger -- none\nexport const x = 1;",
  );

  const { output } = await oxlint("--format=json", ...FOLDERS);
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { filename: string; code?: string; message: string }[];
  };
  for (const { filename, code, message } of diagnostics) {
    const rule = /\((.+)\)$/.exec(code ?? "")?.[1] ?? message;
    reports.set(filename, [...(reports.get(filename) ?? []), rule]);
  }
}, WAIT_MS);

afterAll(() => fs.rm(project, { recursive: true }));

test.each([...new Set(RULES)])("%s finds its faults", (rule) => {
  const faults = FAULTS.filter((fault) => fault.rule === rule);
  expect(faults, `Plant a fault for ${rule} in lint/planted/.`).not.toEqual([]);
  const name = rule.replace(/^.*\//, "");
  const missed = faults.filter(({ file }) => !reports.get(file)?.includes(name));
  expect(missed).toEqual([]);
});

test("no fault is planted for a rule that is off", () => {
  const off = FAULTS.filter(({ rule }) => !RULES.includes(rule));
  expect(off).toEqual([]);
});

test.each(Object.keys(IN_PLACE))("nothing is said of the clean %s", (file) => {
  expect(reports.get(file) ?? []).toEqual([]);
});

test("a directive that silences nothing is reported", () => {
  expect(reports.get(IDLE_DIRECTIVE)).toEqual([expect.stringContaining("Unused oxlint-disable")]);
});

test(
  "a warning alone fails the run",
  async () => {
    const talking = "public/clean.js";
    expect(await oxlint(talking)).toMatchObject({ code: 0 });
    expect(await oxlint("--warn=no-console", talking)).toMatchObject({ code: 1 });
  },
  WAIT_MS,
);

test(
  "each of Convex's rules finds its fault",
  async () => {
    const eslint = new ESLint({
      cwd: project,
      overrideConfigFile: path.join(ROOT, "eslint.config.js"),
      overrideConfig: { languageOptions: { parserOptions: { tsconfigRootDir: project } } },
    });
    const results = await eslint.lintFiles(
      Object.keys(BACKEND).filter((file) => !file.includes("_generated")),
    );
    const found = results.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId }) => `${path.relative(project, filePath)} ${ruleId}`),
    );
    const planted = Object.entries(BACKEND).flatMap(([file, { rules }]) =>
      rules.map((rule) => `${file} @convex-dev/${rule}`),
    );
    expect([...new Set(found)].sort()).toEqual(planted.sort());
    const rules = Object.values(BACKEND).flatMap((file) => file.rules);
    expect(rules.sort()).toEqual(Object.keys(convexPlugin.rules).sort());
  },
  WAIT_MS,
);

async function write(file: string, code: string): Promise<void> {
  const place = path.join(project, file);
  await fs.mkdir(path.dirname(place), { recursive: true });
  await fs.writeFile(place, `${code}\n`);
}

// The folders are named because oxlint would follow the link to node_modules.
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
