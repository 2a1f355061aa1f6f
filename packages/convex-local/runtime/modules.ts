/** Evaluates compiled bundles: those of the default runtime in a realm, those of "use node" beside it. */
import { createRequire } from "node:module";
import path from "node:path";
import { Script } from "node:vm";
import type { CompiledModule, ModuleExports } from "../functions/compile.ts";
import type { AnyFunction } from "./realm-script.ts";
import type { Realm } from "./realm.ts";

export interface RegistryOptions {
  modules: ReadonlyMap<string, CompiledModule>;
  realm: Realm;
  /** Replaces some of Node's globals for "use node" modules. */
  nodeGlobals?: () => Record<string, unknown>;
  /** Modules that stand for something outside the bundle. */
  provided?: (specifier: string) => ModuleExports | null;
}

/** Evaluates each module once, on first use. */
export class ModuleRegistry {
  private readonly evaluated = new Map<string, ModuleExports>();
  private readonly options: RegistryOptions;

  constructor(options: RegistryOptions) {
    this.options = options;
  }

  get size(): number {
    return this.evaluated.size;
  }

  require(name: string): ModuleExports {
    const existing = this.evaluated.get(name);
    if (existing !== undefined) return existing;
    const module = this.options.modules.get(name);
    if (module === undefined) throw new Error(`The push holds no module "${name}"`);
    return this.evaluate(module);
  }

  private evaluate(module: CompiledModule): ModuleExports {
    const { realm } = this.options;
    const isNode = module.environment === "node";
    const require = (specifier: unknown) => this.resolve(module, String(specifier));
    const holder = (isNode ? {} : realm.toRealm({})) as { exports: ModuleExports };
    holder.exports = (isNode ? {} : realm.toRealm({})) as ModuleExports;
    this.evaluated.set(module.path, holder.exports);
    const scope: Record<string, unknown> = isNode
      ? { ...this.options.nodeGlobals?.(), require }
      : { require: realm.own(require, "require") };
    const script = scriptOf(module, ["module", "exports", ...Object.keys(scope)]);
    const run = (isNode ? script.runInThisContext() : realm.run(script)) as AnyFunction;
    try {
      run(holder, holder.exports, ...Object.values(scope));
    } catch (error) {
      this.evaluated.delete(module.path);
      throw error;
    }
    this.evaluated.set(module.path, holder.exports);
    return holder.exports;
  }

  private resolve(from: CompiledModule, specifier: string): unknown {
    const provided = this.options.provided?.(specifier);
    if (provided != null) return provided;
    const target = path.posix.join(path.posix.dirname(from.path), specifier);
    if (specifier.startsWith(".")) return this.require(target);
    if (from.environment === "node") return projectRequire(specifier) as unknown;
    throw new Error(`Cannot import "${specifier}" in the default runtime: add "use node".`);
  }
}

const projectRequire = createRequire(path.join(process.cwd(), "package.json"));

const MAX_CACHED_SCRIPTS = 1_000;
/** Compiled scripts, so that evaluating a module again does not parse it again. */
const scripts = new Map<string, Script>();

function scriptOf(module: CompiledModule, parameters: string[]): Script {
  const head = `(function (${parameters.join(", ")}) { "use strict";`;
  const key = `${module.hash} ${head}`;
  const script =
    scripts.get(key) ??
    new Script(`${head}\n${module.code}\n})`, {
      filename: `convex:/${module.path}`,
      lineOffset: -1,
    });
  scripts.delete(key);
  scripts.set(key, script);
  for (const oldest of scripts.keys()) {
    if (scripts.size <= MAX_CACHED_SCRIPTS) break;
    scripts.delete(oldest);
  }
  return script;
}
