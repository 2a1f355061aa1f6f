/**
 * Some dependencies bring native programs as optional packages, one for each kind of machine. Hark cannot start without
 * them.
 */
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/**
 * Null where npm has installed them. It installs all or none: one stands for the others.
 *
 * @param {(name: string) => string} find
 */
export function nativePackagesProblem(find = resolve) {
  const name = `@esbuild/${process.platform}-${process.arch}`;
  try {
    find(`${name}/package.json`);
    return null;
  } catch {
    return (
      `Packages that Hark needs on this machine are not installed, ${name} for one. npm counts them as optional: ` +
      "run npm install --include=optional, without --omit=optional."
    );
  }
}
