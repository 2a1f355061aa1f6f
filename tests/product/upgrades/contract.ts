/** What pages may call in a release: its public functions and HTTP routes, as Convex describes them. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { ValidatorJSON } from "convex/values";

export interface CalledFunction {
  type: "query" | "mutation" | "action";
  args: ValidatorJSON;
  returns: ValidatorJSON;
}

export interface Contract {
  /** By name, such as "calls:listCalls". */
  functions: Record<string, CalledFunction>;
  /** Such as "POST /chat". */
  routes: string[];
  /** What the talk button sends. Missing in 0.1.0. */
  requests?: PageRequest[];
}

/** In the body, `{embedId}`, `{pageToken}`, `{thread}` and `{messagePass}` stand for valid values. */
export interface PageRequest {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

const ENDING = ".contract.gz";

export function releaseOf(file: string): string | null {
  return file.endsWith(ENDING) ? file.slice(0, -ENDING.length) : null;
}

export async function readContract(release: string): Promise<Contract> {
  const text = await promisify(gunzip)(await readFile(fileOf(release)));
  return JSON.parse(text.toString()) as Contract;
}

/** Saves what the functions of this deployment are. */
export async function saveContract(release: string, admin: ConvexHttpClient): Promise<void> {
  const described = (await admin.query(API_SPEC, {})) as Described[];
  const contract: Contract = { functions: {}, routes: [] };
  for (const one of described.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))) {
    if (one.functionType === "HttpAction") contract.routes.push(nameOf(one));
    else if (one.visibility.kind === "public") {
      const type = one.functionType.toLowerCase() as CalledFunction["type"];
      contract.functions[nameOf(one)] = { type, args: one.args, returns: one.returns };
    }
  }
  contract.requests = await readRequests();
  await writeFile(fileOf(release), await promisify(gzip)(JSON.stringify(contract), { level: 9 }));
}

/** What today's talk button sends: src/widget/transport/page-requests.test.ts records it. */
export async function readRequests(): Promise<PageRequest[]> {
  const file = path.join(import.meta.dirname, "page-requests.json");
  return JSON.parse(await readFile(file, "utf8")) as PageRequest[];
}

function fileOf(release: string): string {
  return path.join(import.meta.dirname, `${release}${ENDING}`);
}

/** As `npx convex function-spec` prints it. */
type Described =
  | { functionType: "HttpAction"; method: string; path: string }
  | {
      functionType: "Query" | "Mutation" | "Action";
      identifier: string;
      visibility: { kind: "public" | "internal" };
      args: ValidatorJSON;
      returns: ValidatorJSON;
    };

function nameOf(one: Described): string {
  return one.functionType === "HttpAction"
    ? `${one.method} ${one.path}`
    : one.identifier.replace(".js:", ":");
}

const API_SPEC = makeFunctionReference<"query">("_system/cli/modules:apiSpec");
