/** From where an error happened in what runs to where that is in the owner's own files. */
import { SourceMap } from "node:module";
import type { SourceMapPayload } from "node:module";
import type { CompiledModule } from "../functions/compile.ts";

const maps = new WeakMap<CompiledModule, SourceMap>();

/** One line of a stack, or null where it is none of the owner's code. */
export function ownersFrame(
  line: string,
  modules: ReadonlyMap<string, CompiledModule>,
): string | null {
  const [place, name = "", row = "0", column = "0"] =
    /convex:\/([^\s()]+):(\d+):(\d+)/.exec(line) ?? [];
  if (place === undefined) return null;
  const module = modules.get(name);
  const at = module === undefined ? null : originalOf(module, Number(row), Number(column));
  const own = at ?? `../convex/${name}:${row}:${column}`;
  // What the library does around a function is no part of it.
  if (own.includes("node_modules/convex/")) return null;
  return `    ${line.trim().replace(place, own)}`;
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
