/**
 * Which test files run when. HARK_TEST_PART is "quick" for `npm run check`, "usual" for `npm test`, and "rest" for
 * `npm run test:all`. The rest tests the developers' tools (the stand-ins, `npm run verify`) and repeats product rules by
 * other means (another backend, crashes, many seeds). tests/security makes sure that `npm test` keeps a test for every
 * threat of docs/security.md.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
const IN_PRODUCT = /^tests\/product\/.+\.test\.ts$/;

/** By Vitest project. */
const REST = {
  "unit-node": [
    /^packages\/(resend|stripe)-stand-in\//,
    /^packages\/convex-local\/(?!auth\/)/,
    /^packages\/vapi-stand-in\/(?!documents\/)/,
    /^tools\/(demo|start\/web)\//,
    /^lint\/own-rules\.test/,
    /^tests\/(bench|pictures)\//,
  ],
  contract: [
    /^tests\/contract\/(?!auth\.|realm\.|runaway\.)[^/]+$/,
    /^tests\/contract\/(crash|mail|messengers|stripe|voice)\/|^tests\/contract\/doors\/(fuzz\/|loop\.test)/,
    /^tests\/verify\/smoke\.test/,
  ],
  product: [
    /^tests\/product\/(days|operate)\//,
    /^tests\/product\/(crashes|delivery-crashes|document-budgets|landing-answers|restarts)\.test/,
    /^tests\/product\/upgrades\/(killed-migration|update-data)\.test/,
    /^tests\/product\/money\/(sequences|mail-sequences)\.test/,
  ],
};

/** Unit tests that take seconds each: `npm run check` leaves them to `npm test`. */
const SLOW = [
  /^convex\/(auth|accounts\/(internal|passwordHash)|publicApi\/internal)\.test/,
  /^packages\/vapi-stand-in\/documents\/document-reader\.test/,
];

/** Whether `npm test` leaves this file to `npm run test:all`. */
export function isRest(file: string): boolean {
  return Object.values(REST).some((patterns) => patterns.some((pattern) => pattern.test(file)));
}

/** The files of a Vitest project: all, or the part that HARK_TEST_PART names. */
export function filesOf(project: keyof typeof REST, all: string[]) {
  const part = process.env.HARK_TEST_PART;
  if (part === undefined) return { include: all };
  if (part === "rest") return { include: filesLike(REST[project]) };
  const excluded = part === "quick" ? [...REST[project], ...SLOW] : REST[project];
  return { include: all, exclude: filesLike(excluded) };
}

/** The files of tests/product that run on both backends. The others need the local backend and run once. */
export function filesOnEachBackend(): string[] {
  return testFiles()
    .filter((file) => IN_PRODUCT.test(file))
    .filter((file) => readFileSync(path.join(ROOT, file), "utf8").includes("onEach"));
}

function filesLike(patterns: readonly RegExp[]): string[] {
  return testFiles().filter((file) => patterns.some((pattern) => pattern.test(file)));
}

function testFiles(): string[] {
  return ["convex", "lint", "packages", "tests", "tools"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((file) => `${folder}/${file.split(path.sep).join("/")}`)
      .filter((file) => file.endsWith(".test.ts")),
  );
}
