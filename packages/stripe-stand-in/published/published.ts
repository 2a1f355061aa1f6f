/** What Stripe publishes of its API, read from the types of the installed SDK. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { must } from "@hark/stand-in-kit/must";
import type { ObjectShape, Published, PublishedCall, Shape } from "./shape.ts";

const HERE = import.meta.dirname;
const SOURCES = ["read-types.ts", "shape.ts"];

let preparation: Promise<void> | undefined;
let published: Published | undefined;
let table: { call: PublishedCall; pattern: RegExp }[] | undefined;

/** Call this first. After an update of the SDK it takes some seconds, once, in a separate process. */
export function preparePublishedApi(): Promise<void> {
  preparation ??= prepare();
  return preparation;
}

export function publishedApi(): Published {
  return must(published, "what Stripe publishes (call preparePublishedApi first)");
}

async function prepare(): Promise<void> {
  // The SDK's entry point is one folder below its root.
  const entry = createRequire(import.meta.url).resolve("stripe");
  const folder = path.resolve(path.dirname(entry), "..");
  const file = path.join(folder, "..", ".cache", "hark", `stripe-${nameOf(folder)}.json`);
  if (!existsSync(file)) {
    const program = path.join(HERE, "keep-types.ts");
    const args = ["--import", "tsx", program, path.join(folder, "esm"), file];
    await promisify(execFile)(process.execPath, args, { cwd: HERE });
  }
  published = JSON.parse(await readFile(file, "utf8")) as Published;
}

/** The call at this path. Literal names take precedence over ids: `customers/search` is not a customer. */
export function publishedCall(method: string, address: string): PublishedCall | null {
  table ??= publishedApi()
    .calls.map((call) => ({ call, pattern: patternOf(call.path) }))
    .sort((a, b) => idsIn(a.call.path) - idsIn(b.call.path));
  const found = table.find(({ call, pattern }) => call.method === method && pattern.test(address));
  return found?.call ?? null;
}

/** The shape with this name. */
function resolved(shape: Shape): Exclude<Shape, { kind: "named" }> {
  if (shape.kind !== "named") return shape;
  const found = publishedApi().shapes[shape.name];
  if (found === undefined) throw new Error(`There is no shape ${shape.name}`);
  return resolved(found);
}

/** The shapes that a value may have. */
export function choicesOf(shape: Shape): Exclude<Shape, { kind: "named" | "either" }>[] {
  const plain = resolved(shape);
  return plain.kind === "either" ? plain.of.flatMap(choicesOf) : [plain];
}

export function objectsOf(shape: Shape): ObjectShape[] {
  return choicesOf(shape).filter((one) => one.kind === "object");
}

function nameOf(folder: string): string {
  const manifest = readFileSync(path.join(folder, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const readers = createHash("sha256");
  for (const source of SOURCES) readers.update(readFileSync(path.join(HERE, source)));
  return `${version}-${readers.digest("hex").slice(0, 12)}`;
}

function idsIn(address: string): number {
  return address.split(":").length;
}

function patternOf(address: string): RegExp {
  return new RegExp(`^${address.replace(/:\w+/g, "[^/]+")}$`);
}
