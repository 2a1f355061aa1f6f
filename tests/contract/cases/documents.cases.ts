/**
 * Sources in get-convex/convex-backend: crates/isolate/src/environment/udf/async_syscall.rs (what `ctx.db` does and
 * refuses), crates/database/src/transaction.rs (missing documents), crates/value/src/id_v6.rs (IDs),
 * crates/common/src/schemas/mod.rs (documents that do not match the schema).
 */
import { expect, test } from "vitest";
import { api } from "../app-api.ts";
import type { Suite } from "./suite.ts";

const NONSENSE = ["", "nonsense", "10000", "j57", "jd7f2cz1q7qtkd5yw8bmsx1yph6wyzzz"];
const change = api.documents.change;

export function documentCases({ backend, isLocal }: Suite): void {
  const addNote = (fields: { rank?: number; body?: string; nested?: { key: string } } = {}) =>
    backend().mutation(api.notes.add, { author: "ada", ...fields });
  const addValue = () => backend().mutation(api.values.keep, { value: 1 });

  test("[O3] an ID of another table is refused where a table is named", async () => {
    const id = await addValue();
    const named = /expected .*Id<"notes">, got Id<"values">|expected ID in table 'notes' but got/;
    await expect(backend().query(api.documents.getNote, { id })).rejects.toThrow(named);
    for (const operation of ["patch", "replace", "delete"] as const) {
      const wrong = backend().mutation(change, { operation, id, value: { author: "bob" } });
      await expect(wrong).rejects.toThrow(named);
    }
    expect(await backend().query(api.values.all, {})).toEqual([1]);
  });

  test("[O3] a document is found by its ID alone, in any table", async () => {
    const note = await addNote();
    const value = await addValue();
    const get = api.documents.getByIdAlone;
    expect(await backend().query(get, { id: note })).toMatchObject({ author: "ada" });
    expect(await backend().query(get, { id: value })).toMatchObject({ value: 1 });
  });

  test("[O2] a document is changed by its ID alone", async () => {
    const id = await addNote();
    const seen = await backend().mutation(api.documents.changeByIdAlone, { id });
    expect(seen).toEqual(["replaced", 2, null]);
  });

  test("[O3] an ID argument of another table is refused", async () => {
    const id = (await addValue()) as never;
    await expect(backend().query(api.notes.get, { id })).rejects.toThrow(/notes/);
    await expect(backend().mutation(api.notes.remove, { id })).rejects.toThrow(/notes/);
  });

  test.each(["patch", "replace", "delete"] as const)(
    "[O2] %s of a deleted document fails",
    async (operation) => {
      const id = await addNote();
      await backend().mutation(api.notes.remove, { id });
      const value = { author: "bob" };
      await expect(backend().mutation(change, { operation, id, value })).rejects.toThrow(
        /non-?exist/,
      );
    },
  );

  test("[O2] a document can be deleted only once, even in one mutation", async () => {
    const id = await addNote();
    await expect(backend().mutation(api.documents.deleteTwice, { id })).rejects.toThrow(
      /non-?exist/,
    );
    expect(await backend().query(api.notes.get, { id })).not.toBeNull();
  });

  test("[O2] a patch may repeat the ID and the creation time, but not change them", async () => {
    const id = await addNote({ rank: 1 });
    const note = await backend().query(api.notes.get, { id });
    const other = await addNote();
    for (const operation of ["patch", "replace"] as const) {
      const value = { ...note, author: operation };
      await backend().mutation(change, { operation, id, value });
      expect(await backend().query(api.notes.get, { id })).toEqual({ ...note, author: operation });
      const moved = { ...value, _id: other };
      await expect(backend().mutation(change, { operation, id, value: moved })).rejects.toThrow(
        "_id",
      );
      const later = { ...value, _creationTime: 1 };
      await expect(backend().mutation(change, { operation, id, value: later })).rejects.toThrow(
        "_creationTime",
      );
    }
  });

  test("[O2] a patch replaces a nested object as a whole", async () => {
    const id = await addNote({ nested: { key: "old" } });
    await backend().mutation(change, { operation: "patch", id, value: { nested: { key: "new" } } });
    expect(await backend().query(api.notes.get, { id })).toMatchObject({ nested: { key: "new" } });
  });

  test("[O2] the patches of one mutation add up", async () => {
    const id = await addNote({ rank: 1 });
    const note = await backend().mutation(api.documents.patchTwice, { id });
    expect(note).toMatchObject({ author: "ada", rank: 9 });
    expect(note).not.toHaveProperty("body");
    expect(await backend().query(api.notes.get, { id })).toEqual(note);
  });

  test("[O2] an empty patch changes nothing", async () => {
    const id = await addNote({ rank: 1 });
    const before = await backend().query(api.notes.get, { id });
    await backend().mutation(change, { operation: "patch", id, value: {} });
    expect(await backend().query(api.notes.get, { id })).toEqual(before);
  });

  test("[O5] an undefined field is not stored", async () => {
    const fields = await backend().mutation(api.documents.insertWithUndefined, {});
    expect(fields).toEqual(["_creationTime", "_id", "author"]);
  });

  test("[O1] later documents have later creation times, even in one mutation", async () => {
    const first = await backend().mutation(api.documents.insertMany, { count: 20 });
    const second = await backend().mutation(api.documents.insertMany, { count: 2 });
    const times = [...first, ...second].map(Number);
    expect(times.every((time, i) => i === 0 || time > Number(times[i - 1]))).toBe(true);
    const ranks = (await backend().query(api.notes.list, {})).map(({ rank }) => rank);
    expect(ranks).toEqual([...Array(20).keys(), 0, 1]);
  });

  test("[O1] changing a document in memory does not store it", async () => {
    const id = await addNote();
    expect(await backend().mutation(api.documents.changedObjectStaysOut, { id })).toBe("ada");
  });

  test("[O3] normalizeId accepts only the IDs of its table", async () => {
    const id = await addNote();
    const normalize = (table: string, text: string) =>
      backend().query(api.documents.normalize, { table, id: text });
    expect(await normalize("notes", id)).toBe(id);
    expect(await normalize("values", id)).toBeNull();
    expect(await normalize("unheardOf", id)).toBeNull();
    for (const text of NONSENSE) expect(await normalize("notes", text)).toBeNull();
    const storageId = await backend().action(api.files.store, { text: "x" });
    expect(await normalize("notes", storageId)).toBeNull();
    const system = api.documents.normalizeSystem;
    expect(await backend().query(system, { id: storageId })).toBe(storageId);
    expect(await backend().query(system, { id })).toBeNull();
  });

  test("[O3] an ID stays valid after its document was deleted", async () => {
    const id = await addNote();
    await backend().mutation(api.notes.remove, { id });
    expect(await backend().query(api.documents.normalize, { table: "notes", id })).toBe(id);
  });

  test("[V4] a document of a union table matches one of its shapes", async () => {
    const note = await addNote();
    const good = [
      { kind: "circle", radius: 1.5 },
      { kind: "square", side: 2n, corners: [] },
      { kind: "square", side: 2n, corners: [{ x: 1 }, { x: 2, note }] },
    ];
    for (const shape of good) await backend().mutation(api.documents.insertShape, { shape });
    expect(await backend().query(api.documents.shapes, {})).toMatchObject(good);
  });

  test.each([
    ["of an unknown kind", { kind: "triangle", radius: 1 }],
    ["with the fields of another kind", { kind: "circle", side: 1n }],
    ["with a field too many", { kind: "circle", radius: 1, color: "red" }],
    ["without a field", { kind: "square", side: 1n }],
    ["with a number for an int64", { kind: "square", side: 1, corners: [] }],
    ["wrong deep inside", { kind: "square", side: 1n, corners: [{ x: "1" }] }],
    ["with an id that is none", { kind: "square", side: 1n, corners: [{ x: 1, note: "no" }] }],
  ])("[V4] a document %s is refused by the schema", async (_, shape) => {
    await expect(backend().mutation(api.documents.insertShape, { shape })).rejects.toThrow(
      /validator/i,
    );
    expect(await backend().query(api.documents.shapes, {})).toEqual([]);
  });

  test("[V4] a patch or replacement that does not match the schema changes nothing", async () => {
    const id = await addNote({ rank: 1 });
    const before = await backend().query(api.notes.get, { id });
    const wrong = [
      ["patch", { rank: "high" }],
      ["patch", { unknown: 1 }],
      ["patch", { nested: {} }],
      ["replace", { rank: 1 }],
      ["replace", { author: "ada", unknown: 1 }],
    ] as const;
    for (const [operation, value] of wrong) {
      await expect(backend().mutation(change, { operation, id, value })).rejects.toThrow(
        /validator/i,
      );
    }
    expect(await backend().query(api.notes.get, { id })).toEqual(before);
  });

  // convex-test accepts any field that the schema does not forbid, and has no system tables.
  if (!isLocal) return;

  test("[O1] a new document cannot set its system fields", async () => {
    for (const field of ["_id", "_creationTime", "_other"]) {
      const note = { author: "ada", [field]: "x" };
      await expect(backend().mutation(api.documents.insertNote, { note })).rejects.toThrow(field);
    }
  });

  test("[O3] a text that is not an ID is refused with Convex's message", async () => {
    for (const id of NONSENSE) {
      await expect(backend().query(api.documents.getNote, { id })).rejects.toThrow(
        "Invalid argument `id` for `db.get`: Unable to decode ID",
      );
      await expect(backend().mutation(change, { operation: "delete", id })).rejects.toThrow(
        "Invalid argument `id` for `db.delete`: Unable to decode ID",
      );
    }
  });

  test("[O3] an ID of another table is refused with Convex's message", async () => {
    const id = await addValue();
    await expect(backend().query(api.documents.getNote, { id })).rejects.toThrow(
      'Invalid argument `id` for `db.get`: expected to be an Id<"notes">, got Id<"values"> instead.',
    );
  });

  test("[O3] an ID with one changed letter is not an ID", async () => {
    const id = await addNote();
    const changed = `${id.slice(0, 5)}${id[5] === "a" ? "b" : "a"}${id.slice(6)}`;
    const normalize = { table: "notes", id: changed };
    expect(await backend().query(api.documents.normalize, normalize)).toBeNull();
    const upper = { table: "notes", id: id.toUpperCase() };
    expect([null, id]).toContain(await backend().query(api.documents.normalize, upper));
  });

  test("[O4] only db.system reads system documents, and it reads no others", async () => {
    const storageId = await backend().action(api.files.store, { text: "x" });
    await expect(backend().query(api.documents.getByIdAlone, { id: storageId })).rejects.toThrow(
      "System tables can only be accessed with db.system.",
    );
    const id = await addNote();
    await expect(backend().query(api.documents.getSystem, { id })).rejects.toThrow(
      "User tables cannot be accessed with db.system.",
    );
  });

  test("[V4] a document that does not match the schema is refused with Convex's message", async () => {
    const note = { author: "ada", rank: "high" };
    await expect(backend().mutation(api.documents.insertNote, { note })).rejects.toThrow(
      [
        'Failed to insert or update a document in table "notes" because it does not match the schema: Value does not match validator.',
        "Path: .rank",
        'Value: "high"',
        "Validator: v.float64()",
      ].join("\n"),
    );
  });
}
