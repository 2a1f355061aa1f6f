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

  test("[Q5] a document is found under its new text only", async () => {
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

  // convex-test splits at blanks only, takes every word for a beginning, ranks nothing, and fails on
  // documents without the field.
  if (!isLocal) return;

  test("[Q5] a document without the text is not found", async () => {
    await add("ada");
    await add("bob", "text");
    expect(await search("text")).toEqual(["bob"]);
  });

  test("[Q5] only the last word may be a beginning", async () => {
    await add("ada", "opening hours");
    expect(await search("hours open")).toEqual(["ada"]);
    expect(await search("open nothing")).toEqual([]);
  });

  test("[Q5] words end at punctuation and know no case", async () => {
    await add("ada", "Don't panic: e-mail <ada@example.com>, Größe 42!");
    for (const text of ["PANIC", "mail", "example", "größe", "42"]) {
      expect(await search(text), text).toEqual(["ada"]);
    }
  });

  test("[Q5] more of the words, and shorter texts, come first", async () => {
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

  test("[Q5] a search for nothing finds nothing", async () => {
    await add("ada", "text");
    expect(await search("")).toEqual([]);
    expect(await search(" !? ")).toEqual([]);
  });

  test("[Q5] at most 1,024 documents are found", async () => {
    await backend().mutation(api.runtime.writeNotes, { count: 1_030, body: "many words" });
    expect(await search("words")).toHaveLength(1_024);
  });
}
