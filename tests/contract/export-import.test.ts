/**
 * `npx convex export` and `npx convex import` from npm, against the local backend. Sources in
 * get-convex/convex-backend: crates/exports/src (the format) and crates/application/src/snapshot_import (what is
 * accepted; import_error.rs has the messages).
 */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ConvexHttpClient } from "convex/browser";
import type { Value } from "convex/values";
import { afterAll, beforeAll, expect, test } from "vitest";
import yauzl from "yauzl";
import { ZipFile } from "yazl";
import { adminClient } from "../admin-client.ts";
import { eventually } from "../eventually.ts";
import { api } from "./app-api.ts";
import { dataChecksums } from "./data-checksums.ts";
import { hasThreadTime, watchTurns } from "./doors/turns.ts";
import { COMPONENTS_APP_FOLDER, startLocalDeployment } from "./local-deployment.ts";
import type { LocalDeployment } from "./local-deployment.ts";

/** Share of the processor time of both. It is a hundredth, and a tenth if an import never yields. */
const LONGEST_SHARE = 1 / 25;

let folder: string;
let source: LocalDeployment;
let target: LocalDeployment;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "hark-export-"));
  [source, target] = await Promise.all([startLocalDeployment(), startLocalDeployment()]);
});

afterAll(async () => {
  await Promise.all([source.close(), target.close()]);
  await rm(folder, { recursive: true, force: true });
});

const clientOf = ({ backend }: LocalDeployment) =>
  new ConvexHttpClient(backend.url, { logger: false });
const inFolder = (name: string) => path.join(folder, name);
const failureOf = (run: Promise<unknown>) =>
  run.then(
    () => "it did not fail",
    (error: unknown) => (error as { stderr: string }).stderr,
  );

async function fileOf(name: string, content: string): Promise<string> {
  await writeFile(inFolder(name), content);
  return inFolder(name);
}

const notesOf = (deployment: LocalDeployment) =>
  clientOf(deployment).query(api.notes.take, { count: 1_000 });

// Values that plain JSON could not distinguish.
const VALUES: Value[] = [
  1,
  1n,
  -0,
  1.5,
  2 ** 60,
  2n ** 62n,
  Infinity,
  "1.0",
  'a "quoted" \u2028 line\nand é',
  new Uint8Array([0, 255]).buffer,
  [null, true, { "a b": [1n] }],
];

// npm-packages/docs/docs/database/import-export/export.mdx and import.mdx; crates/value/src/export.rs (values).
test("[X1] an import restores everything that was exported, with IDs, times, files and indexes", async () => {
  const http = clientOf(source);
  for (const value of VALUES) await http.mutation(api.values.keep, { value });
  for (let rank = 0; rank < 700; rank += 1) {
    await http.mutation(api.notes.add, { author: `author ${rank % 7}`, rank, body: "some words" });
  }
  const id = await http.action(api.files.store, { text: "kept" });
  await http.action(api.files.store, { text: "x".repeat(300_000) });

  await source.cli("export", "--include-file-storage", "--path", inFolder("all.zip"));
  await clientOf(target).mutation(api.notes.add, { author: "to be replaced" });
  const { stderr } = await target.cli("import", "--replace-all", "-y", inFolder("all.zip"));

  expect(stderr).toContain("Added 711 documents");
  expect(await dataChecksums(target.folder)).toEqual(await dataChecksums(source.folder));
  expect(await clientOf(target).query(api.values.all, {})).toEqual(
    await http.query(api.values.all, {}),
  );
  expect(await clientOf(target).action(api.files.read, { id })).toBe("kept");
  const before = new URL((await http.query(api.files.url, { id })) ?? "");
  const after = new URL((await clientOf(target).query(api.files.url, { id })) ?? "");
  expect(after.pathname).toBe(before.pathname);
});

// crates/exports/src/zip_uploader.rs and export_storage.rs.
test("[X1] the ZIP file has the cloud's layout", async () => {
  await source.cli("export", "--include-file-storage", "--path", inFolder("layout.zip"));
  const zip = await yauzl.openPromise(inFolder("layout.zip"), { lazyEntries: true });
  const names: string[] = [];
  let notes = "";
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName);
    if (entry.fileName === "notes/documents.jsonl") {
      notes = await text(await zip.openReadStreamPromise(entry));
    }
  }
  expect(names[0]).toBe("README.md");
  expect(names).toEqual(
    expect.arrayContaining([
      "_tables/documents.jsonl",
      "notes/documents.jsonl",
      "notes/generated_schema.jsonl",
      "_storage/documents.jsonl",
    ]),
  );
  expect(names.filter((name) => /^_storage\/[a-z0-9]{32}\.txt$/.test(name))).toHaveLength(2);
  expect(notes.split("\n")[0]).toMatch(
    /^\{"_creationTime":\d+\.\d+,"_id":"[a-z0-9]{32}","author":"author \d","body":"some words","rank":\d+\.0\}$/,
  );
});

// crates/exports/src/lib.rs `get_export_path_prefix`, parse.rs `parse_component_path`.
test("[X1] components are exported and imported with their tables", async () => {
  const [from, to] = await Promise.all([
    startLocalDeployment(COMPONENTS_APP_FOLDER),
    startLocalDeployment(COMPONENTS_APP_FOLDER),
  ]);
  const http = clientOf(from);
  for (const name of ["limits:hit", "limits:hitSecond"]) {
    await http.mutation(name as never, { key: "a" } as never);
  }
  await from.cli("export", "--path", inFolder("components.zip"));
  const { stderr } = await to.cli("import", "--replace", "-y", inFolder("components.zip"));
  expect(stderr).toContain("Component second");
  expect(await dataChecksums(to.folder)).toEqual(await dataChecksums(from.folder));
  await Promise.all([from.close(), to.close()]);
});

// import_error.rs `TableExists`.
test("[X2] an import into a table with documents needs a flag", async () => {
  await clientOf(target).mutation(api.notes.add, { author: "here" });
  const file = await fileOf("refused.jsonl", '{"author": "new"}\n');
  const before = await dataChecksums(target.folder);
  expect(await failureOf(target.cli("import", "--table", "notes", file))).toContain(
    "Table notes already exists. Please choose a new table name or use replace/append modes.",
  );
  expect(await dataChecksums(target.folder)).toEqual(before);
});

// confirmation.rs `info_message_for_import`, table_change.rs `render_table_changes`.
test("[X2] before documents are deleted, the CLI lists them and asks for confirmation", async () => {
  await clientOf(target).mutation(api.notes.clear, {});
  await clientOf(target).mutation(api.notes.add, { author: "here" });
  const file = await fileOf("asked.jsonl", '{"author": "one"}\n{"author": "two"}\n');
  const { stderr } = await target.cli("import", "--replace", "-y", "--table", "notes", file);
  expect(stderr).toContain(
    `Import change summary:
table | create | delete |
-------------------------
notes | 2      | 1 of 1 |
Once the import has started, it will run in the background.`,
  );
  expect((await notesOf(target)).map(({ author }) => author)).toEqual(["one", "two"]);
});

// parse.rs `parse_csv_import`, `parse_csv_cell`.
test("[X2] --append keeps existing documents", async () => {
  await clientOf(target).mutation(api.notes.clear, {});
  await clientOf(target).mutation(api.notes.add, { author: "here" });
  const file = await fileOf(
    "more.csv",
    'author,rank,body\n"new, ""quoted""",2.5,\nsecond,7,words\n',
  );
  await target.cli("import", "--append", "--table", "notes", file);
  const notes = (await notesOf(target)).map(({ author, rank, body }) => ({ author, rank, body }));
  expect(notes).toEqual([
    { author: "here" },
    { author: 'new, "quoted"', rank: 2.5 },
    { author: "second", rank: 7, body: "words" },
  ]);
});

// parse.rs, `ImportFormat::JsonArray`.
test("[X7] a JSON array becomes a table, with the IDs and creation times that it contains", async () => {
  const [{ _id, _creationTime } = { _id: "", _creationTime: 0 }] = await notesOf(target);
  const rows = [{ _id, _creationTime, author: "kept its id" }];
  const file = await fileOf("rows.json", JSON.stringify(rows));
  await target.cli("import", "--replace", "-y", "--table", "notes", file);
  expect(await notesOf(target)).toEqual([{ _id, _creationTime, author: "kept its id" }]);
});

// import_error.rs; crates/convex/sync_types/src/identifier.rs (names), crates/common/src/schemas/mod.rs (the schema).
test.each([
  ["wrong.jsonl", '{"author": "fine"}\n{"author": \n', /Row 2 wasn't valid JSON/],
  ["list.jsonl", '{"author": "fine"}\n[1]\n', /Row 2 wasn't an object/],
  [
    "dollar.jsonl",
    '{"author": {"$integer": "x"}}\n',
    /Row 1 wasn't a valid Convex value: Field name \$integer starts with '\$'/,
  ],
  [
    "schema.jsonl",
    '{"author": 5}\n',
    /Hit an error while importing:\nFailed to insert or update a document in table "notes" because it does not match the schema/,
  ],
  ["system.jsonl", '{"author": "a", "_other": 1}\n', /Field '_other' starts with an underscore/],
  ["uneven.csv", "author,rank\na,1\nb\n", /CSV row 3 doesn't have all of the fields in the header/],
  ["header.csv", "author,$rank\na,1\n", /CSV header "\$rank" isn't a valid field name/],
  ["object.json", '{"author": "a"}', /Not a JSON array/],
  ["none.zip", "not a zip file", /invalid zip file/],
])(
  "[X3] %s is refused with its reason, and nothing is imported",
  async (name, content, message) => {
    const file = await fileOf(name, content);
    const before = await dataChecksums(target.folder);
    const table = name.endsWith(".zip") ? [] : ["--table", "notes"];
    expect(await failureOf(target.cli("import", "--replace", "-y", ...table, file))).toMatch(
      message,
    );
    expect(await dataChecksums(target.folder)).toEqual(before);
  },
);

// crates/database/src/bootstrap_model/table.rs `table_conflict_error`.
test("[X3] IDs of another table are refused", async () => {
  const [note] = await notesOf(target);
  const file = await fileOf("ids.jsonl", `${JSON.stringify({ _id: note?._id, value: 1 })}\n`);
  expect(
    await failureOf(target.cli("import", "--replace", "-y", "--table", "values", file)),
  ).toContain(
    "New table `values` has IDs that conflict with existing table `notes`. To delete all existing tables, import with `npx convex import --replace-all`.",
  );
});

/** A snapshot that another program may have packed. */
async function zipOf(name: string, entries: Record<string, string>): Promise<string> {
  const zip = new ZipFile();
  for (const [entry, content] of Object.entries(entries)) {
    zip.addBuffer(Buffer.from(content), entry);
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(inFolder(name)));
  return inFolder(name);
}

// What get-convex/convex-backend, crates/application/src/snapshot_import/parse.rs accepts besides its own exports.
test("[X7] a snapshot may be packed in a folder, without lists of tables, schemas or files", async () => {
  const id = await clientOf(target).action(api.files.store, { text: "gone" });
  const file = await zipOf("packed.zip", {
    "backup/notes/documents.jsonl": '{"author": "packed", "rank": 1}\n',
    "backup/_storage/documents.jsonl": "",
    [`backup/_storage/${id}.txt`]: "in its place",
    "backup/_other/documents.jsonl": "not read\n",
  });
  const { stderr } = await target.cli("import", "--replace", "-y", file);
  expect(stderr).toContain('Imported "_storage" (1 files)');
  expect(await notesOf(target)).toMatchObject([{ author: "packed", rank: 1 }]);
  expect(await clientOf(target).action(api.files.read, { id })).toBe("in its place");
});

// import_file_storage.rs, by crates/file_storage/src/core.rs `upload_file`.
test("[X3] a file that does not match its metadata is refused, and nothing is imported", async () => {
  const id = await clientOf(target).action(api.files.store, { text: "stays" });
  const sha256 = createHash("sha256").update("another").digest("base64");
  const file = await zipOf("altered.zip", {
    "_storage/documents.jsonl": `${JSON.stringify({ _id: id, sha256 })}\n`,
    [`_storage/${id}`]: "altered",
  });
  const before = await dataChecksums(target.folder);
  const files = await readdir(path.join(target.folder, "files"));
  expect(await failureOf(target.cli("import", "--replace", "-y", file))).toContain(
    `Sha256 mismatch. Expected: ${sha256}`,
  );
  expect(await dataChecksums(target.folder)).toEqual(before);
  expect(await readdir(path.join(target.folder, "files"))).toEqual(files);
});

// mod.rs `import_objects` fills hidden tables, and `finalize_import` activates them in one transaction.
test("[X4] a subscribed query sees the whole import or nothing of it", async () => {
  const admin = adminClient(target.backend.url, target.backend.adminKey);
  await clientOf(target).mutation(api.notes.clear, {});
  const lines = Array.from({ length: 3_000 }, (_, rank) =>
    JSON.stringify({ author: "many", rank }),
  );
  const file = await fileOf("many.jsonl", `${lines.join("\n")}\n`);
  const seen = new Set<number>();
  const importing = target.cli("import", "--table", "notes", file);
  await eventually(async () => {
    const args = { tableName: "notes" };
    const size = await admin.query("_system/cli/tableSize:default" as never, args as never);
    seen.add(size);
    return size !== 0;
  });
  await importing;
  expect([...seen].sort()).toEqual([0, 3_000]);
});

// A rule of the local backend: upstream's exports and imports run in separate processes.
test.skipIf(!hasThreadTime())(
  "[X6] an import and an export yield after every hundred documents",
  async () => {
    const lines = Array.from({ length: 10_000 }, (_, rank) =>
      JSON.stringify({ author: `author ${rank}`, rank }),
    );
    const file = await fileOf("long.jsonl", lines.join("\n"));
    const turns = watchTurns();
    await target.cli("import", "--replace", "-y", "--table", "notes", file);
    await target.cli("export", "--path", inFolder("long.zip"));
    const { longestMs, wholeMs } = turns.take();
    turns.stop();
    expect(longestMs / wholeMs).toBeLessThan(LONGEST_SHARE);
  },
);

// worker.rs: an import in progress is attempted again; crates/local_backend/src/snapshot_import.rs (the endpoints).
test("[X5] an import that is interrupted when the backend ends runs after the next start", async () => {
  const lines = Array.from({ length: 5_000 }, (_, rank) => JSON.stringify({ author: "all", rank }));
  const file = await fileOf("interrupted.jsonl", lines.join("\n"));
  const http = adminClient(target.backend.url, target.backend.adminKey);
  const headers = { Authorization: `Convex ${target.backend.adminKey}` };
  const post = async (route: string, body: BodyInit | null = null) =>
    (await fetch(`${target.backend.url}/api/${route}`, { method: "POST", headers, body })).text();
  const { uploadToken } = JSON.parse(await post("import/start_upload")) as { uploadToken: string };
  const part = await post(
    `import/upload_part?uploadToken=${uploadToken}&partNumber=1`,
    await readFile(file),
  );
  const wanted = { tableName: "notes", format: "jsonLines", mode: "replace" };
  const finished = await post(
    "import/finish_upload",
    JSON.stringify({ import: wanted, uploadToken, partTokens: [JSON.parse(part)] }),
  );
  const { importId } = JSON.parse(finished) as { importId: string };
  const stateIs = (state: string) =>
    eventually(async () => {
      const record = await http.query(
        "_system/cli/queryImport:default" as never,
        { importId } as never,
      );
      return (record as { state: { state: string } }).state.state === state;
    });
  await stateIs("waiting_for_confirmation");
  await post("perform_import", JSON.stringify({ importId }));
  await target.restart();
  await stateIs("completed");
  const size = await http.query(
    "_system/cli/tableSize:default" as never,
    {
      tableName: "notes",
    } as never,
  );
  expect(size).toBe(5_000);
});

// A rule of the local backend: upstream leaves uploads to its object storage.
test("[X5] an import leaves no temporary upload behind, and no existing file is lost", async () => {
  const before = await readdir(path.join(target.folder, "files"));
  await source.cli("export", "--path", inFolder("without-files.zip"));
  await target.cli("import", "--replace-all", "-y", inFolder("without-files.zip"));
  expect(await readdir(path.join(target.folder, "files"))).toEqual(before);
  expect(await readdir(path.join(target.folder, "snapshots/imports"))).toEqual([]);
});

// crates/local_backend/src/snapshot_export.rs and snapshot_import.rs: `require_operation`.
test("[A2] export and import require the admin key", async () => {
  for (const route of ["export/request/zip", "import/start_upload", "perform_import"]) {
    const response = await fetch(`${target.backend.url}/api/${route}`, { method: "POST" });
    expect(response.status).toBe(403);
  }
  const download = await fetch(`${target.backend.url}/api/export/zip/1`);
  expect(download.status).toBe(403);
});
