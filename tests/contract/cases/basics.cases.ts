/** A case or two for each part of the backend. The files of the parts name their sources. */
import type { FunctionArgs, FunctionReturnType, PaginationOptions } from "convex/server";
import { ConvexError } from "convex/values";
import { expect, test } from "vitest";
import { api } from "../app-api.ts";
import type { Suite } from "./suite.ts";

export function basicCases({ backend, isLocal }: Suite): void {
  const addRanks = async (author: string, ranks: number[]) => {
    for (const rank of ranks) await backend().mutation(api.notes.add, { author, rank });
  };
  const ranksOf = async (args: FunctionArgs<typeof api.notes.byAuthor>) =>
    (await backend().query(api.notes.byAuthor, args)).map(({ rank }) => rank);

  test("[O1] a document is read as it was written, with an ID and a creation time", async () => {
    const before = Date.now();
    const id = await backend().mutation(api.notes.add, { author: "ada", rank: 1 });
    const note = await backend().query(api.notes.get, { id });
    expect(note).toMatchObject({ _id: id, author: "ada", rank: 1 });
    expect(note?._creationTime).toBeGreaterThanOrEqual(before - 1);
  });

  test("[O2] a patch changes the fields that it names, and undefined removes one", async () => {
    const id = await backend().mutation(api.notes.add, { author: "ada", rank: 1, body: "text" });
    await backend().mutation(api.notes.patch, { id, fields: { body: "other" } });
    await backend().mutation(api.notes.clearRank, { id });
    const note = await backend().query(api.notes.get, { id });
    expect(note).toMatchObject({ author: "ada", body: "other" });
    expect(note).not.toHaveProperty("rank");
  });

  test("[O2] a replacement keeps only the ID and the creation time", async () => {
    const id = await backend().mutation(api.notes.add, { author: "ada", rank: 1 });
    const before = await backend().query(api.notes.get, { id });
    await backend().mutation(api.notes.replace, { id, note: { author: "bob" } });
    expect(await backend().query(api.notes.get, { id })).toEqual({
      _id: id,
      _creationTime: before?._creationTime,
      author: "bob",
    });
  });

  test("[O2] a deleted document is gone, and cannot be changed or deleted again", async () => {
    const id = await backend().mutation(api.notes.add, { author: "ada" });
    await backend().mutation(api.notes.remove, { id });
    expect(await backend().query(api.notes.get, { id })).toBeNull();
    await expect(backend().mutation(api.notes.remove, { id })).rejects.toThrow(
      /nonexistent|non-existent/i,
    );
    await expect(backend().mutation(api.notes.patch, { id, fields: { rank: 1 } })).rejects.toThrow(
      /nonexistent|non-existent/i,
    );
  });

  test("[O3] an ID is recognized only by its own table", async () => {
    const id = await backend().mutation(api.notes.add, { author: "ada" });
    expect(await backend().query(api.notes.normalize, { id })).toEqual([id, null]);
    expect(await backend().query(api.notes.normalize, { id: "nonsense" })).toEqual([null, null]);
  });

  test("[Q7] documents are listed in the order of their creation, or in reverse", async () => {
    await addRanks("ada", [3, 1, 2]);
    const ranks = async (order: "asc" | "desc") =>
      (await backend().query(api.notes.list, { order })).map(({ rank }) => rank);
    expect(await ranks("asc")).toEqual([3, 1, 2]);
    expect(await ranks("desc")).toEqual([2, 1, 3]);
  });

  test("[Q2] an index returns the documents between its bounds, in its order", async () => {
    await addRanks("ada", [5, -1, 2.5, 0]);
    await addRanks("bob", [1]);
    await backend().mutation(api.notes.add, { author: "ada" });
    expect(await ranksOf({ author: "ada" })).toEqual([undefined, -1, 0, 2.5, 5]);
    expect(await ranksOf({ author: "ada", order: "desc" })).toEqual([5, 2.5, 0, -1, undefined]);
    expect(await ranksOf({ author: "ada", from: 0 })).toEqual([2.5, 5]);
    expect(await ranksOf({ author: "ada", below: 0 })).toEqual([undefined, -1, 0]);
    expect(await ranksOf({ author: "ada", from: 0, below: 5 })).toEqual([0, 2.5]);
    expect(await ranksOf({ author: "nobody" })).toEqual([]);
  });

  test("[Q2] an index can use a field of a nested object", async () => {
    await backend().mutation(api.notes.add, { author: "ada", nested: { key: "k" } });
    await backend().mutation(api.notes.add, { author: "bob" });
    const found = await backend().query(api.notes.byKey, { key: "k" });
    expect(found.map(({ author }) => author)).toEqual(["ada"]);
  });

  test("[Q8] a filter keeps the matching documents", async () => {
    await addRanks("ada", [1, 2, 3]);
    await addRanks("nobody", [9]);
    const found = await backend().query(api.notes.filtered, { least: 3 });
    expect(found.map(({ rank }) => rank)).toEqual([2, 3]);
  });

  test("[Q7] take stops after its number, and unique refuses a second document", async () => {
    await addRanks("ada", [1, 2]);
    await addRanks("bob", [7]);
    expect(await backend().query(api.notes.take, { count: 2 })).toHaveLength(2);
    expect(await backend().query(api.notes.only, { author: "bob" })).toMatchObject({ rank: 7 });
    expect(await backend().query(api.notes.only, { author: "eve" })).toBeNull();
    await expect(backend().query(api.notes.only, { author: "ada" })).rejects.toThrow(
      "unique() query returned more than one result",
    );
  });

  test.each(["asc", "desc"] as const)(
    "[Q3] the pages together are the whole list, %s",
    async (order) => {
      await addRanks("ada", [1, 2, 3, 4, 5]);
      const ranks: (number | undefined)[] = [];
      let cursor: string | null = null;
      for (let isDone = false; !isDone;) {
        const paginationOpts: PaginationOptions = { numItems: 2, cursor };
        const page: FunctionReturnType<typeof api.notes.page> = await backend().query(
          api.notes.page,
          {
            paginationOpts,
            order,
          },
        );
        ranks.push(...page.page.map(({ rank }) => rank));
        ({ isDone, continueCursor: cursor } = page);
      }
      expect(ranks).toEqual(order === "asc" ? [1, 2, 3, 4, 5] : [5, 4, 3, 2, 1]);
    },
  );

  test("[Q3] a page with an end cursor keeps its end when documents are inserted", async () => {
    await addRanks("ada", [1, 2, 3]);
    const first = await backend().query(api.notes.page, {
      paginationOpts: { numItems: 2, cursor: null },
    });
    await addRanks("ada", [4]);
    const again = await backend().query(api.notes.page, {
      paginationOpts: { numItems: 1, cursor: null, endCursor: first.continueCursor },
    });
    expect(again.page.map(({ rank }) => rank)).toEqual([1, 2]);
  });

  test("[Q5] a search finds words in any case, and the last one by its beginning", async () => {
    await backend().mutation(api.notes.add, { author: "ada", body: "Opening hours: nine to five" });
    await backend().mutation(api.notes.add, { author: "bob", body: "Closing at five" });
    const authors = async (text: string, author?: string) =>
      (
        await backend().query(api.notes.search, {
          text,
          ...(author === undefined ? {} : { author }),
        })
      )
        .map((note) => note.author)
        .sort();
    expect(await authors("OPENING")).toEqual(["ada"]);
    expect(await authors("five")).toEqual(["ada", "bob"]);
    expect(await authors("clo")).toEqual(["bob"]);
    expect(await authors("five", "bob")).toEqual(["bob"]);
    expect(await authors("nothing of it")).toEqual([]);
  });

  test("[T3] a function sees its own writes in the order of the index", async () => {
    await addRanks("ada", [1]);
    expect(await backend().mutation(api.notes.rewriteAndRead, { author: "ada" })).toEqual([
      3, 1, 0,
    ]);
  });

  test("[V1] values of every type are read as they were written, in Convex's order", async () => {
    const values = [
      null,
      -(2n ** 63n),
      5n,
      -Infinity,
      -1.5,
      -0,
      0,
      1e300,
      Infinity,
      false,
      true,
      "",
      "a",
      "a\u0000b",
      "é",
      "\u{1F950}",
      new Uint8Array([0, 255]).buffer,
      [],
      [1, [2n]],
      { a: null, b: { c: "d" } },
    ];
    for (const value of values.toReversed()) await backend().mutation(api.values.keep, { value });
    expect(await backend().query(api.values.all, {})).toEqual(values);
  });

  const fitting = {
    text: "t",
    count: 1n,
    choice: "a" as const,
    list: [{ n: 1 }],
    table: { key: true },
    nothing: null,
  };

  test("[V4] valid arguments are accepted", async () => {
    expect(await backend().query(api.values.checked, fitting)).toBe("fits");
    const bytes = new Uint8Array([1]).buffer;
    const note = await backend().mutation(api.notes.add, { author: "ada" });
    expect(await backend().query(api.values.checked, { ...fitting, bytes, note })).toBe("fits");
  });

  test.each([
    ["a wrong kind", { text: 1 }],
    ["a number for an int64", { count: 1 }],
    ["none of the choices", { choice: "c" }],
    ["a wrong item", { list: [{ n: "1" }] }],
    ["an unknown field", { other: 1 }],
    ["something for nothing", { nothing: 0 }],
    ["text that is no id", { note: "nonsense" }],
    ["bytes as text", { bytes: "AA==" }],
  ])("[V4] %s is refused", async (_, wrong) => {
    const args = { ...fitting, ...wrong } as typeof fitting;
    await expect(backend().query(api.values.checked, args)).rejects.toThrow(/validat/i);
  });

  test("[V4] the error names a missing argument", async () => {
    const { text: _, ...args } = fitting;
    await expect(backend().query(api.values.checked, args as typeof fitting)).rejects.toThrow(
      /[Mm]issing( the)? required field `text`/,
    );
  });

  test("[V4] a result that does not match its validator is refused", async () => {
    expect(await backend().query(api.values.promisesText, { answer: "text" })).toBe("text");
    await expect(backend().query(api.values.promisesText, { answer: 1 })).rejects.toThrow(
      /validat/i,
    );
  });

  test("[V4] a document that does not match the schema is not written", async () => {
    const wrong = { author: 5 };
    await expect(backend().mutation(api.notes.addUnchecked, { note: wrong })).rejects.toThrow();
    const id = await backend().mutation(api.notes.add, { author: "ada" });
    await expect(
      backend().mutation(api.notes.patch, { id, fields: { rank: "high" } }),
    ).rejects.toThrow();
    expect(await backend().query(api.notes.list, {})).toHaveLength(1);
  });

  test("[F3] a ConvexError passes its data to the caller", async () => {
    const error = await backend()
      .query(api.calls.fail, { how: "told" })
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ConvexError);
    expect((error as ConvexError<{ code: string }>).data).toEqual({ code: "told", amount: 5n });
  });

  test("[T2] a failed mutation writes nothing", async () => {
    await expect(backend().mutation(api.calls.addThenFail, { author: "ada" })).rejects.toThrow();
    expect(await backend().query(api.notes.list, {})).toEqual([]);
  });

  test("[T4] a failed nested mutation rolls back only its own writes", async () => {
    expect(await backend().mutation(api.calls.survive, { author: "ada" })).toEqual({
      caught: { code: "too_late" },
      seen: 1,
    });
    expect(await backend().query(api.notes.byAuthor, { author: "ada" })).toHaveLength(1);
  });

  test("[N1] an action calls internal functions and catches their errors", async () => {
    expect(await backend().action(api.calls.callHidden, { author: "ada" })).toBe(1);
    expect(await backend().action(api.calls.catchInAction, { author: "bob" })).toEqual({
      code: "too_late",
    });
    expect(await backend().query(api.notes.byAuthor, { author: "bob" })).toEqual([]);
  });

  test("[N2] a function knows its caller, and whether there is one", async () => {
    expect(await backend().query(api.calls.whoAmI, {})).toBeNull();
    const ada = await backend().as("ada");
    expect(await ada.query(api.calls.whoAmI, {})).toEqual({
      subject: "ada",
      email: "ada@example.com",
    });
  });

  test("[J1] a function that a mutation schedules runs after the commit", async () => {
    const id = await backend().mutation(api.later.plan, {
      job: "write",
      author: "ada",
      delayMs: 0,
    });
    const isDone = async () => (await backend().query(api.later.state, { id }))?.kind === "success";
    await backend().letPass(0, isDone);
    expect(await backend().query(api.notes.byAuthor, { author: "ada" })).toHaveLength(1);
    expect(await backend().query(api.later.state, { id })).toMatchObject({
      args: [{ author: "ada" }],
    });
  });

  test("[J2] a scheduled mutation that fails is marked as failed and writes nothing", async () => {
    const id = await backend().mutation(api.later.plan, { job: "fail", author: "ada", delayMs: 0 });
    await backend().letPass(
      0,
      async () => (await backend().query(api.later.state, { id }))?.kind === "failed",
    );
    expect(await backend().query(api.notes.byAuthor, { author: "ada" })).toEqual([]);
  });

  test("[J3] a scheduled action runs", async () => {
    const id = await backend().mutation(api.later.plan, { job: "act", author: "ada", delayMs: 0 });
    await backend().letPass(
      0,
      async () => (await backend().query(api.later.state, { id }))?.kind === "success",
    );
    expect(await backend().query(api.notes.byAuthor, { author: "ada" })).toHaveLength(1);
  });

  test("[J1] a function that a failed mutation scheduled never runs", async () => {
    await expect(backend().mutation(api.later.planThenFail, { author: "ada" })).rejects.toThrow();
    const id = await backend().mutation(api.later.plan, {
      job: "write",
      author: "bob",
      delayMs: 0,
    });
    await backend().letPass(
      0,
      async () => (await backend().query(api.later.state, { id }))?.kind === "success",
    );
    expect(await backend().query(api.notes.byAuthor, { author: "ada" })).toEqual([]);
  });

  test("[J4] a cancelled function does not run", async () => {
    const id = await backend().mutation(api.later.plan, {
      job: "write",
      author: "ada",
      delayMs: 3_600_000,
    });
    await backend().mutation(api.later.cancel, { id });
    expect(await backend().query(api.later.state, { id })).toMatchObject({ kind: "canceled" });
  });

  test("[B1] a stored file can be read with its metadata until it is deleted", async () => {
    const id = await backend().action(api.files.store, { text: "hello" });
    expect(await backend().action(api.files.read, { id })).toBe("hello");
    expect(await backend().query(api.files.record, { id })).toMatchObject({ _id: id, size: 5 });
    await backend().mutation(api.files.remove, { id });
    expect(await backend().action(api.files.read, { id })).toBeNull();
    expect(await backend().query(api.files.url, { id })).toBeNull();
  });

  test("[H1] an HTTP action responds to its own path and method", async () => {
    const response = await backend().fetch("/echo", { method: "POST", body: "hello" });
    expect(response.status).toBe(201);
    expect(await response.text()).toBe("HELLO");
    expect(response.headers.get("X-Method")).toBe("POST");
    expect(await (await backend().fetch("/below/a/b")).text()).toBe("/below/a/b");
    expect((await backend().fetch("/nowhere")).status).toBe(404);
    expect((await backend().fetch("/echo")).status).toBe(404);
  });

  if (!isLocal) return;

  // convex-test does not check records.
  test("[V4] a wrong value in a record is refused", async () => {
    const args = { ...fitting, table: { key: 1 } } as unknown as typeof fitting;
    await expect(backend().query(api.values.checked, args)).rejects.toThrow(/validat/i);
  });

  // convex-test runs functions in the test's own process, with its clock and network.
  test("[F2] time does not pass in a mutation", async () => {
    expect(await backend().mutation(api.calls.clockTwice, {})).toBe(0);
  });

  test("[F2] a mutation cannot reach the network", async () => {
    await expect(backend().mutation(api.calls.reachOut, {})).rejects.toThrow(
      "Can't use fetch() in queries and mutations",
    );
  });

  // convex-test lets tests call any function, and passes on the error of an HTTP action.
  test("[F1] clients cannot call internal functions", async () => {
    const calls = api.calls as unknown as { hidden: typeof api.calls.addThenFail };
    await expect(backend().mutation(calls.hidden, { author: "eve" })).rejects.toThrow(
      "Could not find public function for 'calls:hidden'",
    );
    expect(await backend().query(api.notes.list, {})).toEqual([]);
  });
}
