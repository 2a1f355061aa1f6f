/** Rewrites the bundles that the Convex CLI pushes as CommonJS, so that their imports go through us. */
import { createHash } from "node:crypto";
import { transform } from "esbuild";
import type { TransformFailure } from "esbuild";
import { PushError } from "../deploy/push-request.ts";

export interface BundledModule {
  path: string;
  source: string;
  /** From the bundle to the owner's own files. */
  sourceMap?: string | null;
  environment: "isolate" | "node";
}

export interface CompiledModule {
  path: string;
  /** Of path, source and environment. */
  hash: string;
  code: string;
  /** From the code to the owner's own files, where the bundle brought a map. */
  sourceMap: string | null;
  environment: "isolate" | "node";
}

export type ModuleExports = Record<string, unknown>;

export async function compileModules(
  modules: readonly BundledModule[],
): Promise<Map<string, CompiledModule>> {
  const compiled = await Promise.all(modules.map(compileCached));
  return new Map(compiled.map((module) => [module.path, module]));
}

const MAX_CACHED_MODULES = 1_000;
/** By path and source: with `npm run dev`, most modules of a push are those of the push before. */
const cache = new Map<string, Promise<CompiledModule>>();

function compileCached(module: BundledModule): Promise<CompiledModule> {
  const identity = [module.path, module.environment, module.source].join("\n");
  const hash = createHash("sha256").update(identity).digest("base64");
  const compiled = cache.get(hash) ?? compile(module, hash);
  // A Map keeps the order of insertion, so the least recently used come first.
  cache.delete(hash);
  cache.set(hash, compiled);
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED_MODULES) break;
    cache.delete(oldest);
  }
  return compiled;
}

async function compile(
  { path: name, source, sourceMap, environment }: BundledModule,
  hash: string,
): Promise<CompiledModule> {
  const { code, map } = await transform(withMap(source, sourceMap ?? null), {
    format: "cjs",
    loader: "js",
    target: "node20",
    supported: { "dynamic-import": false },
    sourcefile: name,
    sourcemap: "external",
    sourcesContent: false,
    logLevel: "silent",
  }).catch((error: unknown) => {
    throw compileError(name, error);
  });
  return { path: name, hash, code, sourceMap: sourceMap == null ? null : map, environment };
}

/** In the words of crates/isolate/src/execution_scope.rs where it has any. */
function compileError(name: string, error: unknown): unknown {
  const [first] = (error as Partial<TransformFailure>).errors ?? [];
  if (first === undefined) return error;
  const isTopLevelAwait = first.text.startsWith("Top-level await");
  const reason = isTopLevelAwait ? "Top-level awaits in source files are unsupported" : first.text;
  return new PushError("InvalidModules", `Failed to analyze ${name}: ${reason}`);
}

/** With the map in the text, the transformer's own leads to where the bundle's leads. */
function withMap(source: string, sourceMap: string | null): string {
  if (sourceMap === null) return source;
  const text = source.replace(/^\/\/# sourceMappingURL=.*$/m, "");
  const encoded = Buffer.from(sourceMap).toString("base64");
  return `${text}\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
}
