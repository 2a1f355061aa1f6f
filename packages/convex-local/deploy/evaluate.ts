/** Turns a push into a deployment: compiles its modules here, and evaluates them on a thread. */
import { httpActionGeneric, httpRouter } from "convex/server";
import type { HttpRouter, RoutableMethod } from "convex/server";
import { must } from "@hark/stand-in-kit/must";
import { parseProviders } from "../auth/providers.ts";
import type { ComponentPath } from "../engine/catalog.ts";
import { canonicalPath } from "../functions/function-addresses.ts";
import { compileModules } from "../functions/compile.ts";
import type { BundledModule, CompiledModule } from "../functions/compile.ts";
import type { FunctionThreads } from "../functions/threads.ts";
import type {
  Analysis,
  AnalyzedPart,
  Definition,
  Part,
  Parts,
  Variables,
} from "../runtime/protocol.ts";
import type { JsonObject } from "../values/json.ts";
import type { Environment } from "./environment.ts";
import type { CronSchedule, CronSpec, Deployment, Mount } from "./deployment.ts";
import { allMounts, mountTree } from "./mounts.ts";
import type { MountedComponent } from "./mounts.ts";
import { parseSchema } from "./schema.ts";
import type { PushRequest } from "./push-request.ts";

/** It stays the same when the deployment's variables change. */
export interface AnalyzedPush {
  parts: Parts;
  analysis: Analysis;
}

export interface DeployablePush extends AnalyzedPush {
  deployment: Deployment;
  tree: MountedComponent;
}

export interface EvaluationOptions {
  threads: Pick<FunctionThreads, "load" | "analyze" | "evaluateAuthConfig" | "extend">;
  environment: Pick<Environment, "all">;
}

export async function analyzePush(
  request: PushRequest,
  { threads, environment }: EvaluationOptions,
): Promise<AnalyzedPush> {
  const parts = await compileParts(request);
  return { parts, analysis: await threads.analyze(parts, environment.all()) };
}

/**
 * Of the modules, only the auth config is evaluated with the variables: get-convex/convex-backend,
 * crates/application/src/lib.rs `update_environment_variables`. Functions see them when they run.
 */
export async function makeDeployable(
  { parts, analysis }: AnalyzedPush,
  variables: Variables,
  threads: EvaluationOptions["threads"],
): Promise<DeployablePush> {
  const { definitions, mounts } = analysis;
  const app = must(parts.get(""), "app");
  const authConfig = await threads.evaluateAuthConfig(app.modules, variables);
  const tree = mountTree(definitions, variables);
  const all = allMounts(tree);
  const deployment: Deployment = {
    mounts: new Map(
      all.map((mounted) => [
        mounted.component,
        toMount(mounted, must(mounts.get(mounted.component), mounted.component)),
      ]),
    ),
    authProviders: authConfig === null ? [] : parseProviders(authConfig),
    httpMounts: httpMountsOf(tree, definitions),
    program: threads.load({
      parts,
      mounts: new Map(
        all.map(({ component, ...mounted }) => [
          component,
          { definitionPath: mounted.definitionPath, variables: mounted.variables },
        ]),
      ),
    }),
  };
  return { parts, analysis, deployment, tree };
}

function toMount(
  { component, definitionPath }: MountedComponent,
  { functions, schema, crons, routes }: AnalyzedPart,
): Mount {
  return {
    component,
    definitionPath,
    functions,
    schema: schema === null ? null : parseSchema(schema),
    crons: toCrons(crons),
    httpRouter: routes === null ? null : routerOf(routes),
  };
}

/** Finds a route as the app's own router does. The handler itself is on the thread. */
function routerOf(routes: readonly [string, string][]): HttpRouter {
  const router = httpRouter();
  for (const [path, name] of routes) {
    const method = name as RoutableMethod;
    const handler = httpActionGeneric(async () => new Response());
    if (path.endsWith("*")) router.route({ pathPrefix: path.slice(0, -1), method, handler });
    else router.route({ path, method, handler });
  }
  return router;
}

function toCrons(jobs: JsonObject): CronSpec[] {
  return Object.entries(
    jobs as unknown as Record<string, { name: string; args: JsonObject[]; schedule: CronSchedule }>,
  ).map(([name, job]) => ({
    name,
    path: canonicalPath(job.name),
    args: job.args[0] ?? {},
    schedule: job.schedule,
  }));
}

function httpMountsOf(
  { component, definitionPath, children }: MountedComponent,
  definitions: ReadonlyMap<string, Definition>,
  outerPrefix = "",
): { prefix: string; component: ComponentPath }[] {
  const own = Object.entries(definitions.get(definitionPath)?.httpMounts ?? {}).flatMap(
    ([prefix, reference]) => {
      const child = children[reference.split("/").at(-1) ?? ""];
      if (child === undefined) throw new Error(`${component} mounts routes of no child of its own`);
      const fullPrefix = `${outerPrefix}${prefix}`.replace("//", "/");
      const mount = { prefix: fullPrefix, component: child.component };
      return [mount, ...httpMountsOf(child, definitions, fullPrefix)];
    },
  );
  return own.sort((a, b) => b.prefix.length - a.prefix.length);
}

async function compileParts({ appDefinition, componentDefinitions }: PushRequest): Promise<Parts> {
  const sources = [
    { ...appDefinition, definitionPath: "", functions: appDefinition.changedModules },
    ...componentDefinitions,
  ];
  const parts = new Map<string, Part>();
  for (const { definitionPath, definition, schema, functions } of sources) {
    parts.set(definitionPath, {
      definition: await compileOne(definition),
      schema: await compileOne(schema),
      modules: await compileModules(functions),
    });
  }
  return parts;
}

async function compileOne(module: BundledModule | null): Promise<CompiledModule | null> {
  if (module === null) return null;
  return (await compileModules([module])).get(module.path) ?? null;
}
