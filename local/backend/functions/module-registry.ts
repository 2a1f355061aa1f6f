/** Evaluates the bundles that the Convex CLI pushes, as CommonJS with our globals in scope. */
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import path from "node:path";
import { Script } from "node:vm";
import { transform } from "esbuild";
import type { Sandbox } from "./sandbox.ts";

export interface BundledModule {
  path: string;
  source: string;
  environment: "isolate" | "node";
}

/** A bundle rewritten so that its imports go through our own `require`. */
export interface CompiledModule {
  path: string;
  code: string;
  environment: "isolate" | "node";
}

export type ModuleExports = Record<string, unknown>;

export async function compileModules(
  modules: readonly BundledModule[],
): Promise<Map<string, CompiledModule>> {
  const compiled = await Promise.all(modules.map(compiledOnce));
  return new Map(compiled.map((module) => [module.path, module]));
}

const MOST_KEPT = 1_000;
/** By path and source: a variable that changes has everything evaluated again, and nothing compiled. */
const kept = new Map<string, Promise<CompiledModule>>();

async function compiledOnce(module: BundledModule): Promise<CompiledModule> {
  const identity = [module.path, module.environment, module.source].join("\n");
  const key = createHash("sha256").update(identity).digest("base64");
  const compiled = kept.get(key) ?? compile(module);
  // Those used last are at the end.
  kept.delete(key);
  kept.set(key, compiled);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return await compiled;
}

async function compile({
  path: name,
  source,
  environment,
}: BundledModule): Promise<CompiledModule> {
  const { code } = await transform(source, {
    format: "cjs",
    loader: "js",
    target: "node20",
    supported: { "dynamic-import": false },
    sourcefile: name,
  });
  return { path: name, code, environment };
}

/** What the engine made of a module: evaluating it once more then parses nothing anew. */
const scripts = new WeakMap<CompiledModule, Map<string, Script>>();

function functionOf(module: CompiledModule, parameters: string[]): (...scope: unknown[]) => void {
  const head = `(function (${parameters.join(", ")}) {\n`;
  const ofModule = scripts.get(module) ?? new Map<string, Script>();
  scripts.set(module, ofModule);
  const script =
    ofModule.get(head) ??
    new Script(`${head}${module.code}\n})`, {
      filename: `convex:/${module.path}`,
      lineOffset: -1,
    });
  ofModule.set(head, script);
  return script.runInThisContext() as (...scope: unknown[]) => void;
}

export interface RegistryOptions {
  modules: ReadonlyMap<string, CompiledModule>;
  sandbox: Sandbox;
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

  require(name: string): ModuleExports {
    const existing = this.evaluated.get(name);
    if (existing !== undefined) return existing;
    const module = this.options.modules.get(name);
    if (module === undefined) throw new Error(`The push holds no module "${name}"`);
    return this.evaluate(module);
  }

  private evaluate(module: CompiledModule): ModuleExports {
    const scope: Sandbox = {
      ...(module.environment === "node" ? nodeGlobals(this.options.sandbox) : this.options.sandbox),
      require: (specifier: string) => this.resolve(module, specifier),
    };
    const holder = { exports: {} as ModuleExports };
    this.evaluated.set(module.path, holder.exports);
    const names = Object.keys(scope);
    const run = functionOf(module, ["module", "exports", ...names]);
    try {
      run(holder, holder.exports, ...names.map((name) => scope[name]));
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

/** Modules that say "use node" get Node's own globals, but our clock, console and environment. */
function nodeGlobals({ Convex, Date: date, Math: math, console, process: env }: Sandbox): Sandbox {
  const { env: variables } = env as { env: unknown };
  const nodeProcess = Object.create(process) as Record<string, unknown>;
  Object.defineProperty(nodeProcess, "env", { value: variables });
  return { Convex, Date: date, Math: math, console, process: nodeProcess };
}
