/** Evaluates a push: which components it mounts, which functions, schemas, routes and crons they have. */
import { must } from "../../must.ts";
import { parseProviders } from "../auth/providers.ts";
import type { AuthProvider } from "../auth/providers.ts";
import type { ComponentPath } from "../engine/catalog.ts";
import { compileModules, ModuleRegistry } from "../functions/module-registry.ts";
import type { BundledModule, CompiledModule, ModuleExports } from "../functions/module-registry.ts";
import type { Sandbox } from "../functions/sandbox.ts";
import type { JsonObject } from "../values/json.ts";
import { cronsOf, functionsOf, routerOf } from "./analyze.ts";
import type { Deployment, Mount, Schema } from "./deployment.ts";
import { parseSchema } from "./schema.ts";
import { PushError } from "./push-request.ts";
import type { PushRequest } from "./push-request.ts";

/** What a definition file (`convex.config.ts`) says of itself and of what it installs. */
export interface Definition {
  /** The app's own definition has no name. */
  definitionType: { type: string; name?: string };
  childComponents: { name: string; path: string; env: [string, EnvironmentBinding][] | null }[];
  /** From path prefix to a reference to the component that serves it. */
  httpMounts: Record<string, string>;
  exports: JsonObject;
  envVars?: [string, JsonObject][];
}

export type EnvironmentBinding =
  { type: "value"; value: string } | { type: "envVar"; name: string };

export interface EvaluatedPush {
  deployment: Deployment;
  definitions: Map<string, Definition>;
  /** The component tree: which definition stands at which path. */
  tree: MountedComponent;
}

export interface MountedComponent {
  component: ComponentPath;
  definitionPath: string;
  children: Record<string, MountedComponent>;
}

type Variables = Record<string, string | undefined>;
export type NewSandbox = (environment: () => Variables) => Sandbox;

export interface EvaluationOptions {
  newSandbox: NewSandbox;
  /** The app's own variables, read each time one is asked for. */
  environment: () => Variables;
}

interface Part {
  definition: CompiledModule | null;
  schema: CompiledModule | null;
  modules: Map<string, CompiledModule>;
  udfServerVersion: string;
}

const APP: Definition = {
  definitionType: { type: "app" },
  childComponents: [],
  httpMounts: {},
  exports: { type: "branch", branch: [] },
};

export async function evaluatePush(
  request: PushRequest,
  options: EvaluationOptions,
): Promise<EvaluatedPush> {
  const parts = await compileParts(request);
  const definitions = new Map<string, Definition>();
  const evaluateDefinition = (path: string): Definition => {
    const existing = definitions.get(path);
    if (existing !== undefined) return existing;
    const part = must(parts.get(path), `component ${path}`);
    // A definition asks for its children's default names, so they are evaluated on the way.
    const nameOf = (child: string) => evaluateDefinition(child).definitionType.name;
    const definition = exportDefinition(part, options, nameOf);
    definitions.set(path, definition);
    return definition;
  };
  evaluateDefinition("");

  const mounts = new Map<ComponentPath, Mount>();
  const mount = (
    component: ComponentPath,
    definitionPath: string,
    environment: () => Variables,
  ): MountedComponent => {
    const part = must(parts.get(definitionPath), `component ${definitionPath}`);
    const definition = must(definitions.get(definitionPath), `definition ${definitionPath}`);
    mounts.set(
      component,
      toMount(component, definitionPath, part, options.newSandbox(environment)),
    );
    const children = definition.childComponents.map(({ name, path, env }) => {
      const childPath = component === "" ? name : `${component}/${name}`;
      return [name, mount(childPath, path, boundVariables(env, environment))] as const;
    });
    return { component, definitionPath, children: Object.fromEntries(children) };
  };
  const tree = mount("", "", options.environment);
  const authProviders = readAuthConfig(must(parts.get(""), "app"), options);
  const httpMounts = httpMountsOf(tree, definitions);
  return { deployment: { mounts, authProviders, httpMounts }, definitions, tree };
}

function httpMountsOf(
  { component, definitionPath, children }: MountedComponent,
  definitions: ReadonlyMap<string, Definition>,
  outerPrefix = "",
): Deployment["httpMounts"] {
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

async function compileParts({
  appDefinition,
  componentDefinitions,
}: PushRequest): Promise<Map<string, Part>> {
  const sources = [
    {
      ...appDefinition,
      definitionPath: "",
      functions: appDefinition.changedModules,
    },
    ...componentDefinitions,
  ];
  const parts = await Promise.all(
    sources.map(async ({ definitionPath, definition, schema, functions, udfServerVersion }) => {
      const part: Part = {
        definition: await compileOne(definition),
        schema: await compileOne(schema),
        modules: await compileModules(functions),
        udfServerVersion,
      };
      return [definitionPath, part] as const;
    }),
  );
  return new Map(parts);
}

async function compileOne(module: BundledModule | null): Promise<CompiledModule | null> {
  if (module === null) return null;
  return (await compileModules([module])).get(module.path) ?? null;
}

function exportDefinition(
  { definition }: Part,
  { newSandbox, environment }: EvaluationOptions,
  nameOf: (definitionPath: string) => string | undefined,
): Definition {
  if (definition === null) return APP;
  const registry = new ModuleRegistry({
    modules: new Map([[definition.path, definition]]),
    sandbox: newSandbox(environment),
    provided: (specifier) => childDefinition(specifier, nameOf),
  });
  const exported = registry.require(definition.path).default as { export(): Definition };
  return exported.export();
}

/** Definition bundles import their children by a name that carries the child's path. */
function childDefinition(
  specifier: string,
  nameOf: (definitionPath: string) => string | undefined,
): ModuleExports | null {
  const [, encoded] = /_componentDeps\/([^/]+?)(?:\.js)?$/.exec(specifier) ?? [];
  if (encoded === undefined) return null;
  const componentDefinitionPath = Buffer.from(encoded, "base64url").toString();
  const defaultName = nameOf(componentDefinitionPath);
  return { __esModule: true, default: { componentDefinitionPath, defaultName } };
}

function toMount(
  component: ComponentPath,
  definitionPath: string,
  part: Part,
  sandbox: Sandbox,
): Mount {
  const registry = new ModuleRegistry({ modules: part.modules, sandbox });
  const names = [...part.modules.keys()].filter((name) => !name.startsWith("_deps/"));
  try {
    return {
      component,
      definitionPath,
      registry,
      functions: functionsOf(registry, names),
      schema: schemaOf(part, sandbox),
      crons: names.includes("crons.js") ? cronsOf(registry) : [],
      httpRouter: names.includes("http.js") ? routerOf(registry) : null,
    };
  } catch (error) {
    if (error instanceof PushError) throw error;
    const where = component === "" ? "" : ` of component ${component}`;
    throw new PushError(
      "InvalidModules",
      `Failed to analyze the functions${where}: ${(error as Error).message}`,
    );
  }
}

function schemaOf({ schema }: Part, sandbox: Sandbox): Schema | null {
  if (schema === null) return null;
  const registry = new ModuleRegistry({ modules: new Map([[schema.path, schema]]), sandbox });
  const exported = registry.require(schema.path).default as { export(): string };
  return parseSchema(JSON.parse(exported.export()) as JsonObject);
}

function boundVariables(
  bindings: [string, EnvironmentBinding][] | null,
  parent: () => Variables,
): () => Variables {
  return () =>
    Object.fromEntries(
      (bindings ?? []).map(([name, binding]) => [
        name,
        binding.type === "value" ? binding.value : parent()[binding.name],
      ]),
    );
}

function readAuthConfig(
  { modules }: Part,
  { newSandbox, environment }: EvaluationOptions,
): AuthProvider[] {
  if (!modules.has("auth.config.js")) return [];
  let missing: string | undefined;
  const watched = new Proxy(
    {},
    {
      get: (_, name) => {
        const value = environment()[String(name)];
        if (value === undefined) missing ??= String(name);
        return value;
      },
    },
  );
  const registry = new ModuleRegistry({ modules, sandbox: newSandbox(() => watched) });
  const config = registry.require("auth.config.js").default;
  if (missing !== undefined) {
    throw new PushError(
      "AuthConfigMissingEnvironmentVariable",
      `Environment variable ${missing} is used in auth config file but its value was not set`,
    );
  }
  return parseProviders(config);
}
