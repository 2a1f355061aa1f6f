/** Rewrites the bundles that the Convex CLI pushes as CommonJS, so that their imports go through us. */
import { createHash } from "node:crypto";
import { withBundler } from "../../bundler.ts";

export interface BundledModule {
  path: string;
  source: string;
  /** From the bundle to the owner's own files. */
  sourceMap?: string | null;
  environment: "isolate" | "node";
}

export interface CompiledModule {
  path: string;
  /** Names path, source and environment. */
  hash: string;
  code: string;
  /** From the code to the owner's own files, where the bundle brought a map. */
  sourceMap: string | null;
  environment: "isolate" | "node";
}

export type ModuleExports = Record<string, unknown>;

/**
 * The compiler is a process of its own, and what is on its way there and back is in our memory: malloc keeps as much as
 * was ever there at once. Most modules are small, and take longer on their way than to be compiled.
 */
const LENGTH_AT_ONCE = 200_000;

export async function compileModules(
  modules: readonly BundledModule[],
): Promise<Map<string, CompiledModule>> {
  const compiled: CompiledModule[] = [];
  for (const some of inParts(modules)) {
    compiled.push(...(await Promise.all(some.map(compiledOnce))));
  }
  return new Map(compiled.map((module) => [module.path, module]));
}

/** In their order; what is larger than a part should be has one to itself. */
function inParts(modules: readonly BundledModule[]): BundledModule[][] {
  const parts: BundledModule[][] = [];
  let room = 0;
  for (const module of modules) {
    const length = module.source.length + (module.sourceMap?.length ?? 0);
    if (length > room || parts.length === 0) {
      parts.push([]);
      room = LENGTH_AT_ONCE;
    }
    parts.at(-1)?.push(module);
    room -= length;
  }
  return parts;
}

const MOST_KEPT = 1_000;
/** By path and source: a variable that changes has everything evaluated again, and nothing compiled. */
const kept = new Map<string, Promise<CompiledModule>>();

/** For whoever has them elsewhere. */
export function forgetCompiled(modules: Iterable<CompiledModule>): void {
  for (const { hash } of modules) kept.delete(hash);
}

async function compiledOnce(module: BundledModule): Promise<CompiledModule> {
  const identity = [module.path, module.environment, module.source].join("\n");
  const key = createHash("sha256").update(identity).digest("base64");
  const compiled = kept.get(key) ?? compile(module, key);
  // Those used last are at the end.
  kept.delete(key);
  kept.set(key, compiled);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return await compiled;
}

async function compile(
  { path: name, source, sourceMap, environment }: BundledModule,
  hash: string,
): Promise<CompiledModule> {
  const { code, map } = await withBundler(({ transform }) =>
    transform(withMap(source, sourceMap ?? null), {
      format: "cjs",
      loader: "js",
      target: "node20",
      supported: { "dynamic-import": false },
      sourcefile: name,
      sourcemap: "external",
      sourcesContent: false,
    }),
  );
  return { path: name, hash, code, sourceMap: sourceMap == null ? null : map, environment };
}

/** With the map in the text, the transformer's own leads to where the bundle's leads. */
function withMap(source: string, sourceMap: string | null): string {
  if (sourceMap === null) return source;
  const text = source.replace(/^\/\/# sourceMappingURL=.*$/m, "");
  const encoded = Buffer.from(sourceMap).toString("base64");
  return `${text}\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}
