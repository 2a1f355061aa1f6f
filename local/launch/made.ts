/**
 * What a start makes is made of the project's files, of what is installed, and of the environment. While all of
 * these are the same by their content, and what was made is still there, the next start makes nothing anew.
 */
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { digestOf, INSTALLED } from "../ahead/digest.js";
import { readIfPresent, withoutCliSettings } from "./cli-settings.ts";

export interface Making {
  /** Of the note that it leaves. */
  name: string;
  /** Of the project's, files or folders with all that is in them. Files in its root count anyway, but for some. */
  parts: readonly string[];
  /** Of these in the root nothing of it is made, as of none that are for people and for other tools. */
  notOf?: RegExp;
  projectRoot: string;
  dataFolder: string;
  env: NodeJS.ProcessEnv;
  /** What else it is made of: addresses. */
  others: unknown;
  /** Names all that was made, as it is now; null when there is nothing. */
  found: () => string | null;
  make: () => Promise<unknown>;
}

interface Made {
  of: string;
  found: string;
}

/** For people, and for tools that make nothing here. Whatever else is in the root counts until it stands here. */
const NOTHING_IS_OF =
  /^(.+\.md|LICENSE|\.editorconfig|\.env\.example|\.npmrc|\.oxlintrc\.json|\.prettier(rc|ignore)|eslint\.config\.js|knip\.json|netlify\.toml|(playwright|vitest)\.config\.ts)$/;
/** A start writes into it which backend runs here. */
const OFFERED = ".env.local";
/** Another terminal or another shell has others, and nothing is made of them. */
const OF_THE_TERMINAL =
  /^(_|SHLVL|PWD|OLDPWD|INIT_CWD|TERM|TERM_.*|COLORTERM|COLUMNS|LINES|WINDOWID|SSH_.*|XDG_.*|DISPLAY|WAYLAND_.*|DBUS_.*|TMUX.*|STY|ITERM_.*|VSCODE_.*|npm_.*)$/;

export async function unlessMade(making: Making): Promise<void> {
  const { name, dataFolder, found, make } = making;
  const file = path.join(dataFolder, `made-${name}.json`);
  const of = await madeOf(making);
  const made = await read(file);
  if (made?.of === of && made.found === found()) return;
  // From here on, whatever ends this start, the next one makes it anew.
  await rm(file, { force: true });
  await make();
  const result = found();
  // What somebody has changed meanwhile is in it, or is not.
  if (result === null || (await madeOf(making)) !== of) return;
  await writeFile(`${file}.new`, JSON.stringify({ of, found: result } satisfies Made));
  await rename(`${file}.new`, file);
}

async function madeOf({ projectRoot, parts, notOf, env, others }: Making): Promise<string> {
  const entries = await readdir(projectRoot, { withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((name) => !NOTHING_IS_OF.test(name) && notOf?.test(name) !== true);
  const offered = withoutCliSettings((await readIfPresent(path.join(projectRoot, OFFERED))) ?? "");
  const settings = await Promise.all(
    files
      .filter((name) => name.startsWith(".env") && name !== OFFERED)
      .map((name) => readFile(path.join(projectRoot, name), "utf8")),
  );
  // They may name any variable.
  const isAnyUsed = [offered, ...settings].some((text) => text.includes("$"));
  const variables = Object.entries(env)
    .filter(([name]) => isAnyUsed || !OF_THE_TERMINAL.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return digestOf({
    root: projectRoot,
    paths: [...parts, ...INSTALLED, ...files.filter((name) => name !== OFFERED)],
    others: { others, offered, variables, node: [process.version, process.platform, process.arch] },
  });
}

async function read(file: string): Promise<Made | null> {
  const text = await readIfPresent(file);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Made;
  } catch {
    return null;
  }
}
