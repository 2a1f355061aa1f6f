/**
 * A one-off query, evaluated with the live deployment and not deployed itself: get-convex/
 * convex-backend, crates/application/src/lib.rs `execute_standalone_module`.
 */
import { build } from "esbuild";
import type { Plugin } from "esbuild";
import { must } from "@hark/stand-in-kit/must";
import type { ComponentPath } from "../engine/catalog.ts";
import { canonicalPath } from "../functions/function-addresses.ts";
import { compileModules } from "../functions/compile.ts";
import type { AnalyzedFunction, Part, Variables } from "../runtime/protocol.ts";
import type { Deployment, FunctionType } from "./deployment.ts";
import type { EvaluationOptions } from "./evaluate.ts";
import { PushError } from "./push-request.ts";

const FILE = "testQuery.js";
export const TEST_QUERY = canonicalPath(FILE);

export interface TestQuery {
  component: ComponentPath;
  source: string;
}

/** The live deployment, with this query as one more function. */
export async function withTestQuery(
  live: Deployment,
  { component, source }: TestQuery,
  { threads, environment }: EvaluationOptions,
): Promise<Deployment> {
  const mount = live.mounts.get(component);
  if (mount === undefined) throw new PushError("ComponentNotFound", "Component not found");
  // Only the app itself has the deployment's variables.
  const variables = component === "" ? environment.all() : {};
  const [modules, found] = await evaluated(source, variables, threads);
  const [path, deployed] = theDefaultQuery(found);
  const functions = new Map(mount.functions).set(path, deployed);
  const mounts = new Map(live.mounts).set(component, { ...mount, functions });
  const program = threads.extend(live.program, component, modules);
  return { ...live, mounts, program };
}

async function evaluated(
  source: string,
  variables: Variables,
  threads: EvaluationOptions["threads"],
): Promise<[Part["modules"], Map<string, AnalyzedFunction>]> {
  try {
    const modules = await compileModules([
      { path: FILE, source: await bundled(source), environment: "isolate" },
    ]);
    const parts = new Map([["", { definition: null, schema: null, modules }]]);
    const { mounts } = await threads.analyze(parts, variables);
    return [modules, must(mounts.get(""), "analysis of the query").functions];
  } catch (error) {
    const why = (error as Error).message;
    throw new PushError("InvalidModules", `Could not analyze the given module:\n${why}`);
  }
}

const SHORT_OF: Record<Exclude<FunctionType, "query">, string> = {
  mutation: "Mutations",
  action: "Actions",
};

function theDefaultQuery(functions: Map<string, AnalyzedFunction>): [string, AnalyzedFunction] {
  if ([...functions.keys()].some((path) => path !== TEST_QUERY)) {
    throw new PushError("InvalidTestQuery", "Only `export default` is supported.");
  }
  const deployed = functions.get(TEST_QUERY);
  if (deployed === undefined) {
    throw new PushError("InvalidTestQuery", "Default export is not a Convex function.");
  }
  if (deployed.type === "query") return [TEST_QUERY, deployed];
  const what = SHORT_OF[deployed.type];
  throw new PushError("UnsupportedTestQuery", `${what} are not supported in the REPL yet.`);
}

async function bundled(source: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, sourcefile: FILE },
    bundle: true,
    write: false,
    format: "esm",
    logLevel: "silent",
    plugins: [WRAPPERS],
  });
  return outputFiles[0]?.text ?? "";
}

/** The only module that such a query may import: the CLI's own import. */
const WRAPPERS: Plugin = {
  name: "wrappers",
  setup(build) {
    build.onResolve({ filter: /^convex:\/_system\/repl\/wrappers\.js$/ }, () => ({
      path: "wrappers",
      namespace: "wrappers",
    }));
    build.onLoad({ filter: /^wrappers$/, namespace: "wrappers" }, () => ({
      contents:
        'export { queryGeneric as query, internalQueryGeneric as internalQuery } from "convex/server";',
      resolveDir: import.meta.dirname,
    }));
    build.onResolve({ filter: /.*/ }, ({ importer, path }) =>
      importer === "<stdin>" || importer === FILE
        ? { errors: [{ text: `A test query cannot import "${path}"` }] }
        : null,
    );
  },
};
