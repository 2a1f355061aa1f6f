/** `npm run save-release -- 0.1.0`: saves a data folder of this release and what its pages may call (README.md). */
import { createWriteStream } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { makeFunctionReference } from "convex/server";
import yazl from "yazl";
import { compactData } from "@hark/convex-local/storage/test-copy";
import schema from "../../../convex/schema";
import { adminClient } from "../../admin-client.ts";
import { openDeployment, PRODUCT_FOLDER, SITE_URL, TRIAL_KEYS } from "../../contract/deployment.ts";
import { saveContract } from "./contract.ts";
import { tablesNamedBy, valueFor, variantsOf } from "./rows-of-schema.ts";

/** More than a migration changes in one batch. */
const PLAIN_STOPS = 130;
/** What a start creates again. */
const LEFT_OUT = /^deployed-|^admin-key$|-(wal|shm)$/;

const [release] = process.argv.slice(2);
if (release === undefined) throw new Error("Usage: npm run save-release -- 0.1.0");

const deployment = await openDeployment({
  app: PRODUCT_FOLDER,
  environment: { SITE_URL, TRIAL_KEYS },
});
const { backend, folder } = deployment;
const admin = adminClient(backend.url, backend.adminKey);
await saveContract(release, admin);
const ids = new Map<string, string>([["_storage", await storeFile()]]);
const tables = Object.entries(schema.tables);
for (let waiting = tables; waiting.length > 0;) {
  const ready = waiting.filter(([, { validator }]) =>
    tablesNamedBy(validator).every((name) => ids.has(name)),
  );
  if (ready.length === 0)
    throw new Error(`They need each other: ${waiting.map(([name]) => name).join()}`);
  for (const [name, { validator }] of ready) {
    const least = valueFor(validator, name, { ids, variant: 0, isFull: false });
    const [id] = await insert(name, [least]);
    ids.set(name, id ?? "");
  }
  waiting = waiting.filter(([name]) => !ids.has(name));
}
for (const [name, { validator }] of tables) {
  const variants = Array.from({ length: variantsOf(validator) }, (_, variant) =>
    valueFor(validator, name, { ids, variant, isFull: true }),
  );
  await insert(name, variants);
}
const stops = Array.from({ length: PLAIN_STOPS }, (_, n) => ({
  address: `Owner-${n}@old.example`,
  reason: n % 2 === 0 ? "bounced" : "complained",
}));
await insert("mailStops", stops);
await backend.close();

compactData(folder);
const zip = new yazl.ZipFile();
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  const name = path.relative(folder, file);
  if (entry.isFile() && !LEFT_OUT.test(name)) zip.addFile(file, name, { mtime: new Date(0) });
}
zip.end();
const target = path.join(import.meta.dirname, `${release}.zip`);
await pipeline(zip.outputStream, createWriteStream(target));
await deployment.close();
console.log(`Saved ${target}`);

async function insert(table: string, documents: unknown[]): Promise<string[]> {
  const add = makeFunctionReference<"mutation">("_system/frontend/addDocument");
  const answer = (await admin.mutation(add, { table, documents })) as {
    success: boolean;
    ids?: string[];
  };
  if (!answer.success) throw new Error(`${table}: ${JSON.stringify(answer)}`);
  if (answer.ids !== undefined) return answer.ids;
  const read = makeFunctionReference<"query">("_system/cli/tableData");
  const paginationOpts = { cursor: null, numItems: 1 };
  const { page } = (await admin.query(read, { table, order: "desc", paginationOpts })) as {
    page: { _id: string }[];
  };
  return page.map(({ _id }) => _id);
}

async function storeFile(): Promise<string> {
  const ask = makeFunctionReference<"mutation">("operator:recordingUploadUrl");
  const response = await fetch((await admin.mutation(ask, {})) as string, {
    method: "POST",
    headers: { "Content-Type": "text/plain" },
    body: "We open at eight.",
  });
  return ((await response.json()) as { storageId: string }).storageId;
}
