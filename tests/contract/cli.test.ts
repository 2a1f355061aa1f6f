/**
 * The official Convex CLI from npm against the local backend. The CLI itself is the source of the responses that it
 * accepts (convex, src/cli/lib/deployApi and src/cli/lib/run.ts).
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { api } from "./app-api.ts";
import { startDeployment } from "./any-deployment.ts";
import type { AnyDeployment } from "./any-deployment.ts";

// Each run of the CLI keeps a processor busy for about a second, so parallel runs would gain nothing.
vi.setConfig({ maxConcurrency: 2 });

let deployment: AnyDeployment;
let http: ConvexHttpClient;

beforeAll(async () => {
  deployment = await startDeployment();
  http = new ConvexHttpClient(deployment.backend.url, { logger: false });
});

afterAll(() => deployment.close());

const failureOf = (run: Promise<unknown>) =>
  run.then(
    () => "it did not fail",
    (error: unknown) => (error as { stderr: string }).stderr,
  );

test.concurrent("[C1] env sets, lists, gets and removes variables", async () => {
  const { cli } = deployment;
  await cli("env", "set", "GREETING", "hello world");
  expect((await cli("env", "list")).stdout).toContain("GREETING=");
  expect((await cli("env", "get", "GREETING")).stdout.trim()).toBe("hello world");
  await cli("env", "remove", "GREETING");
  expect((await cli("env", "list")).stdout).not.toContain("GREETING");
});

test.concurrent("[D5] one of Convex's own variables cannot be set", async () => {
  expect(await failureOf(deployment.cli("env", "set", "CONVEX_SITE_URL", "x"))).toContain(
    "CONVEX_ is reserved",
  );
});

test.concurrent(
  "[C2] run calls functions, also internal ones, and lists them if the given one is missing",
  async () => {
    const { cli } = deployment;
    await cli("run", "calls:hidden", '{"author":"run"}');
    const { stdout } = await cli("run", "notes:byAuthor", '{"author":"run"}');
    expect(JSON.parse(stdout)).toMatchObject([{ author: "run" }]);
    expect(await failureOf(cli("run", "notes:nothing"))).toMatch(/Could not find[^]*notes:.*list/);
  },
);

test.concurrent("[C2] run can act as a user", async () => {
  const identity = JSON.stringify({ subject: "ada", issuer: "x", tokenIdentifier: "x|ada" });
  const { stdout } = await deployment.cli("run", "--identity", identity, "calls:whoAmI");
  expect(JSON.parse(stdout)).toMatchObject({ subject: "ada" });
});

// get-convex/convex-backend, crates/application/src/lib.rs `execute_standalone_module`.
test.concurrent("[C3] run evaluates an inline query, and deploys nothing of it", async () => {
  const { cli } = deployment;
  const inline = (query: string) => cli("run", "--inline-query", query);
  await http.mutation(api.notes.add, { author: "inline" });
  const found = await inline(
    `const q = ctx.db.query("notes").withIndex("by_author", (q) => q.eq("author", "inline"));
     console.log("looking");
     return { authors: (await q.collect()).map((note) => note.author), set: typeof process.env.CONTRACT_JWKS };`,
  );
  expect(JSON.parse(found.stdout)).toEqual({ authors: ["inline"], set: "string" });
  expect(found.stderr).toContain("looking");
  const counted = await inline(
    '(await ctx.runQuery("notes:byAuthor", { author: "inline" })).length',
  );
  expect(counted.stdout.trim()).toBe("1");
  await expect(http.query("testQuery:default" as never)).rejects.toThrow("Could not find public");
});

test.concurrent("[C3] an inline query cannot write, and its error is shown", async () => {
  const failed = (query: string) => failureOf(deployment.cli("run", "--inline-query", query));
  expect(await failed('await ctx.db.insert("notes", { author: "a" })')).toContain("not a function");
  expect(await failed("1 +")).toContain("Could not analyze the given module");
  expect(
    await failed("export default query; export const a = query({ handler: () => 1 })"),
  ).toContain("Only `export default` is supported.");
});

test.concurrent("[C4] data lists tables and shows their documents", async () => {
  const { cli } = deployment;
  await http.mutation(api.notes.add, { author: "shown" });
  const tables = (await cli("data")).stdout.trim().split("\n");
  expect(tables).toEqual(expect.arrayContaining(["notes", "values"]));
  // npm-packages/system-udfs/convex/_system/cli/tables.ts omits the backend's own tables.
  expect(tables.filter((name) => name.startsWith("_"))).toEqual([]);
  expect((await cli("data", "notes")).stdout).toContain('"shown"');
});

test.concurrent("[C4] function-spec describes every function", async () => {
  const spec = JSON.parse((await deployment.cli("function-spec")).stdout) as {
    functions: { identifier: string; functionType: string; visibility: { kind: string } }[];
  };
  expect(spec.functions).toContainEqual(
    expect.objectContaining({
      identifier: "calls.js:hidden",
      functionType: "Mutation",
      visibility: { kind: "internal" },
    }),
  );
});

test.concurrent("[C4] codegen writes the generated files", async () => {
  await withCopyOfApp(async (folder, cli) => {
    await cli("codegen", "--typecheck=disable");
    const generated = await readFile(path.join(folder, "convex/_generated/api.d.ts"), "utf8");
    expect(generated).toContain("notes");
  });
});

test.concurrent(
  "[D1] code that does not bundle is refused, and the deployed code stays",
  async () => {
    const failure = await failureOf(
      withCopyOfApp(async (folder, cli) => {
        await writeFile(path.join(folder, "convex/notes.ts"), "export const broken = (;");
        await push(cli);
      }),
    );
    expect(failure).toContain("notes.ts");
    expect(await http.query(api.notes.take, { count: 1 })).toBeInstanceOf(Array);
  },
);

test.concurrent(
  "[D1] a module that throws when it is loaded is refused with its error",
  async () => {
    const failure = await failureOf(
      withCopyOfApp(async (folder, cli) => {
        const source = 'export const a = JSON.parse("not today");';
        await writeFile(path.join(folder, "convex/notes.ts"), source);
        await push(cli);
      }),
    );
    expect(failure).toContain("not today");
    expect(await http.query(api.notes.take, { count: 1 })).toBeInstanceOf(Array);
  },
);

test.concurrent(
  "[D2] a schema that stored documents do not match is refused, and the error names one of them",
  async () => {
    const id = await http.mutation(api.notes.add, { author: "ada" });
    const failure = await failureOf(
      withCopyOfApp(async (folder, cli) => {
        await writeFile(
          path.join(folder, "convex/schema.ts"),
          `import { defineSchema, defineTable } from "convex/server";
         import { v } from "convex/values";
         export default defineSchema({ notes: defineTable({ author: v.number() }) });`,
        );
        await rm(path.join(folder, "convex/notes.ts"));
        await push(cli);
      }),
    );
    expect(failure).toContain("Schema validation failed");
    expect(failure).toContain('in table "notes" does not match the schema');
    expect(await http.query(api.notes.get, { id })).toMatchObject({ author: "ada" });
  },
);

test.concurrent(
  "[D4] the error names an environment variable that the auth config needs",
  async () => {
    const failure = await failureOf(
      withCopyOfApp(async (folder, cli) => {
        await writeFile(
          path.join(folder, "convex/auth.config.ts"),
          "export default { providers: [{ domain: process.env.MISSING_ONE, applicationID: 'a' }] };",
        );
        await push(cli);
      }),
    );
    expect(failure).toContain("MISSING_ONE");
  },
);

type Cli = AnyDeployment["cli"];

const push = (cli: Cli) => cli("deploy", "--codegen=disable", "--typecheck=disable");

/** Below the project, so that packages are found, and ignored by git. */
async function withCopyOfApp(task: (folder: string, cli: Cli) => Promise<void>): Promise<void> {
  const parent = path.join(import.meta.dirname, "../../node_modules/.cache");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(path.join(parent, "contract-app-"));
  try {
    await cp(path.join(import.meta.dirname, "app"), folder, { recursive: true });
    await task(folder, (...args) => deployment.cliIn(folder, ...args));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
