/**
 * Sources in get-convex/convex-backend: crates/search/src (words, matches, order) and
 * crates/database/src/query/search_query.rs (reading).
 */
import { expect, test } from "vitest";
import { api } from "../app-api.ts";
import type { Suite } from "./suite.ts";

export function searchCases({ backend, isLocal }: Suite): void {
  const add = (author: string, body?: string) =>
    backend().mutation(api.notes.add, { author, ...(body === undefined ? {} : { body }) });
  const search = async (text: string, author?: string) =>
    (
      await backend().query(api.notes.search, { text, ...(author === undefined ? {} : { author }) })
    ).map((note) => note.author);

  test("[Q5] any of the words finds a document", async () => {
    await add("ada", "the quick brown fox");
    await add("bob", "the lazy dog");
    expect((await search("fox dog")).sort()).toEqual(["ada", "bob"]);
    expect(await search("cat")).toEqual([]);
  });

  test("[Q5] a document is found only by its new text", async () => {
    const id = await add("ada", "before");
    await backend().mutation(api.notes.patch, { id, fields: { body: "after" } });
    expect(await search("before")).toEqual([]);
    expect(await search("after")).toEqual(["ada"]);
    await backend().mutation(api.notes.remove, { id });
    expect(await search("after")).toEqual([]);
  });

  test("[Q5] a filter on a search compares exactly", async () => {
    await add("ada", "hello");
    await add("adam", "hello");
    expect(await search("hello", "ada")).toEqual(["ada"]);
    expect(await search("hello", "nobody")).toEqual([]);
  });

  // convex-test splits at spaces only, treats every word as a prefix, ranks nothing, and fails on documents without the
  // field.
  if (!isLocal) return;

  test("[Q5] a document without the field is not found", async () => {
    await add("ada");
    await add("bob", "text");
    expect(await search("text")).toEqual(["bob"]);
  });

  test("[Q5] only the last word may be a prefix", async () => {
    await add("ada", "opening hours");
    expect(await search("hours open")).toEqual(["ada"]);
    expect(await search("open nothing")).toEqual([]);
  });

  test("[Q5] words end at punctuation and ignore case", async () => {
    await add("ada", "Don't panic: e-mail <ada@example.com>, Größe 42!");
    for (const text of ["PANIC", "mail", "example", "größe", "42"]) {
      expect(await search(text), text).toEqual(["ada"]);
    }
  });

  test("[Q5] documents with more of the words, and shorter ones, come first", async () => {
    await add("one word", "apple");
    await add("both words", "apple banana");
    await add("long", `apple ${"filler ".repeat(50)}`);
    expect(await search("banana apple")).toEqual(["both words", "one word", "long"]);
  });

  test("[Q5] a rare word weighs more than a common one", async () => {
    await add("rare", "special text");
    for (let i = 0; i < 8; i += 1) await add("common", "shared text");
    expect((await search("shared special"))[0]).toBe("rare");
  });

  test("[Q5] an empty search finds nothing", async () => {
    await add("ada", "text");
    expect(await search("")).toEqual([]);
    expect(await search(" !? ")).toEqual([]);
  });

  // get-convex/convex-backend, crates/database/src/query/search_query.rs: `SearchResultIterator::next`.
  test("[Q5] a search that would read 1,024 documents fails", async () => {
    const few = { count: 1_024, body: "many words" };
    await backend().mutation(api.runtime.writeNotes, few);
    const first = (count: number) =>
      backend().query(api.notes.searchFirst, { text: "words", count });
    expect(await first(1_024)).toBe(1_024);
    const tooMany = "Search query scanned too many documents (fetched 1024).";
    await expect(first(1_025)).rejects.toThrow(tooMany);
    await expect(search("words")).rejects.toThrow(tooMany);
  });

  // The same file: documents are read one after the other, as they are requested.
  test("[Q5] a search counts only the documents that it returns as read", async () => {
    for (let i = 1; i <= 5; i += 1) await add(String(i), "two words");
    const cost = (count: number) =>
      backend().mutation(api.notes.searchCost, { text: "two words", count });
    expect(await cost(3)).toBe(3);
  });

  // The same file: a search can be paginated, but its pages cannot be split.
  test("[Q3, Q5] the pages of a search together are the whole result", async () => {
    for (let i = 1; i <= 5; i += 1) await add(String(i), `word ${"filler ".repeat(i)}`);
    const pages: string[][] = [];
    for (let cursor: string | null = null; ;) {
      const paginationOpts = { numItems: 2, cursor };
      const page: { page: string[]; isDone: boolean; continueCursor: string } =
        await backend().query(api.notes.searchPage, { text: "word", paginationOpts });
      pages.push(page.page);
      expect(page).toMatchObject({ splitCursor: null, pageStatus: null });
      if (page.isDone) break;
      cursor = page.continueCursor;
    }
    expect(pages).toEqual([["1", "2"], ["3", "4"], ["5"]]);
  });

  test("[Q3, Q5] a page of a search with an end cursor contains everything up to it", async () => {
    for (const length of [1, 3, 5]) await add(String(length), `word ${"filler ".repeat(length)}`);
    const page = (paginationOpts: { numItems: number; cursor: null; endCursor?: string }) =>
      backend().query(api.notes.searchPage, { text: "word", paginationOpts });
    const { continueCursor: endCursor } = await page({ numItems: 2, cursor: null });
    await add("2", `word ${"filler ".repeat(2)}`);
    await add("6", `word ${"filler ".repeat(6)}`);
    expect((await page({ numItems: 2, cursor: null, endCursor })).page).toEqual(["1", "2", "3"]);
  });

  test("[Q4] a cursor of another search is refused", async () => {
    await add("ada", "word");
    const paginationOpts = { numItems: 1, cursor: null };
    const page = await backend().query(api.notes.searchPage, { text: "word", paginationOpts });
    const other = { text: "other", paginationOpts: { numItems: 1, cursor: page.continueCursor } };
    await expect(backend().query(api.notes.searchPage, other)).rejects.toThrow("InvalidCursor");
  });

  // crates/search/src/constants.rs: words of 32 bytes and more are ignored.
  test("[Q5] a very long word is ignored", async () => {
    await add("31", "a".repeat(31));
    await add("32", "a".repeat(32));
    expect(await search("a".repeat(10))).toEqual(["31"]);
    expect(await search("a".repeat(32))).toEqual([]);
  });

  // crates/search/src/lib.rs: `TantivySearchIndexSchema::compile`.
  test.each([
    [
      "no text",
      "does not contain any search filters. You must include a search filter like `q.sear",
    ],
    [
      "another field",
      'contains a search filter against "author", which doesn\'t match the indexed',
    ],
    [
      "another filter",
      'contains an equality filter on "rank" but that field isn\'t indexed for filt',
    ],
    ["two texts", 'contains multiple search filters against "body". Only one is allowed.'],
  ])("[Q2, Q5] a search with %s is refused with Convex's message", async (how, words) => {
    const call = backend().query(api.notes.searchWrongly, { how });
    await expect(call).rejects.toThrow(`Search query against notes.by_body ${words}`);
  });
}
