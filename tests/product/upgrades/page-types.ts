/** Type-checks today's pages as if the functions were those of another release. */
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ValidatorJSON } from "convex/values";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";
import type { CalledFunction, Contract } from "./contract.ts";

const ROOT = path.join(import.meta.dirname, "../../..");
const COMPILER = path.join(ROOT, "node_modules/typescript-native/bin/tsc");
const API = "api.d.ts";

/** The faults by file, without their line. `changed` are files of src that are replaced. */
export async function faultsOfPages(
  functions: Contract["functions"],
  changed: Record<string, string> = {},
): Promise<string[]> {
  const folder = await temporaryFolder("page-types");
  try {
    await linkAll(ROOT, folder, ["src", "convex"]);
    await cp(path.join(ROOT, "src"), path.join(folder, "src"), { recursive: true });
    for (const [file, text] of Object.entries(changed)) {
      await writeFile(path.join(folder, "src", file), text);
    }
    const convex = path.join(folder, "convex");
    await linkAll(path.join(ROOT, "convex"), convex, ["_generated"]);
    const generated = path.join(convex, "_generated");
    await linkAll(path.join(ROOT, "convex/_generated"), generated, [API]);
    await writeFile(path.join(generated, API), typesOf(functions));
    const settings = {
      extends: "./tsconfig.app.json",
      compilerOptions: { incremental: false, tsBuildInfoFile: null },
      exclude: ["src/**/*.test.ts", "src/**/*.test.tsx"],
    };
    await writeFile(path.join(folder, "page-types.json"), JSON.stringify(settings));
    return await compile(folder);
  } finally {
    await removeFolder(folder);
  }
}

/** Links the entries of a folder into another one. */
async function linkAll(from: string, to: string, leftOut: string[]): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    if (!leftOut.includes(name)) await symlink(path.join(from, name), path.join(to, name));
  }
}

async function compile(cwd: string): Promise<string[]> {
  const output = await new Promise<string>((resolve) => {
    const args = [COMPILER, "--project", "page-types.json", "--pretty", "false"];
    execFile(process.execPath, args, { cwd, maxBuffer: 50_000_000 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  const lines = output.split("\n").filter((line) => /^\S/.test(line));
  return lines.map((line) => line.replace(/\(\d+,\d+\)/, ""));
}

/** As `npx convex codegen` declares them. */
function typesOf(functions: Contract["functions"]): string {
  const modules = new Map<string, string[]>();
  for (const [name, called] of Object.entries(functions)) {
    const [module = "", own = ""] = name.split(":");
    modules.set(module, [...(modules.get(module) ?? []), declarationOf(own, called)]);
  }
  const declared = [...modules].map(([module, lines]) => `${module}: {\n${lines.join("\n")}\n};`);
  return `import type { FunctionReference } from "convex/server";
import type { GenericId as Id } from "convex/values";
export declare const api: {\n${declared.join("\n")}\n};
`;
}

function declarationOf(name: string, { type, args, returns }: CalledFunction): string {
  const what = `"${type}", "public", ${typeOf(args)}, ${typeOf(returns)}`;
  return `${name}: FunctionReference<${what}>;`;
}

function typeOf(validator: ValidatorJSON): string {
  switch (validator.type) {
    case "id":
      return `Id<"${validator.tableName}">`;
    case "literal":
      return JSON.stringify(validator.value);
    case "array":
      return `Array<${typeOf(validator.value)}>`;
    case "record":
      return `Record<${typeOf(validator.keys)}, ${typeOf(validator.values.fieldType)}>`;
    case "union":
      return validator.value.map((member) => `(${typeOf(member)})`).join(" | ") || "never";
    case "object": {
      const fields = Object.entries(validator.value).map(
        ([name, { fieldType, optional }]) =>
          `${JSON.stringify(name)}${optional ? "?" : ""}: ${typeOf(fieldType)}`,
      );
      return `{ ${fields.join("; ")} }`;
    }
    case "bytes":
      return "ArrayBuffer";
    default:
      return validator.type;
  }
}
