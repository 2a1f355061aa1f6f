/** Maps the place of an error in the bundled code to the place in the owner's own file. */
import { SourceMap } from "node:module";
import type { SourceMapPayload } from "node:module";
import type { CompiledModule } from "../functions/compile.ts";

const maps = new WeakMap<CompiledModule, SourceMap>();

/**
 * One line of a stack as upstream writes it, or null if it is not the owner's code: get-convex/convex-backend,
 * crates/common/src/errors.rs `FrameData`.
 */
export function mapFrame(
  line: string,
  modules: ReadonlyMap<string, CompiledModule>,
): string | null {
  const [place, name = "", row = "0", column = "0"] =
    /convex:\/([^\s()]+):(\d+):(\d+)/.exec(line) ?? [];
  if (place === undefined) return null;
  const module = modules.get(name);
  const at = module === undefined ? null : originalOf(module, Number(row), Number(column));
  const own = at ?? `../convex/${name}:${row}:${column}`;
  // Frames of the convex library are left out.
  if (own.includes("node_modules/convex/")) return null;
  const frame = line.trim().replace(place, own);
  // V8 writes the place alone if the function has no name; upstream writes <anonymous> before it.
  return `    ${frame.endsWith(")") ? frame : frame.replace(own, `<anonymous> (${own})`)}`;
}

function originalOf(module: CompiledModule, row: number, column: number): string | null {
  if (module.sourceMap === null) return null;
  const map = maps.get(module) ?? new SourceMap(JSON.parse(module.sourceMap) as SourceMapPayload);
  maps.set(module, map);
  const entry = map.findEntry(row - 1, column - 1);
  if (!("originalSource" in entry)) return null;
  const { originalSource, originalLine, originalColumn } = entry;
  return `${originalSource}:${originalLine + 1}:${originalColumn + 1}`;
}
