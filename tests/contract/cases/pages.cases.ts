/**
 * Sources in get-convex/convex-backend: crates/isolate/src/environment/udf/async_syscall.rs `query_page`, and
 * crates/database/src/query (cursors, split cursors, limits).
 */
import { expect, test } from "vitest";
import { api } from "../app-api.ts";
import type { Suite } from "./suite.ts";

interface Options {
  numItems?: number;
  cursor?: string | null;
  endCursor?: string | null;
  maximumRowsRead?: number;
}
interface Wanted {
  group?: string;
  order?: "asc" | "desc";
  onlyOdd?: boolean;
}

export function pageCases({ backend, isLocal }: Suite): void {
  const add = (ranks: number[], group = "a") =>
    backend().mutation(api.items.add, {
      items: ranks.map((rank) => ({ group, rank, name: String(rank) })),
    });
  const page = (options: Options = {}, wanted: Wanted = {}) =>
    backend().query(api.items.page, {
      paginationOpts: { numItems: 2, cursor: null, ...options },
      ...wanted,
    });
  const allPages = async (options: Options = {}, wanted: Wanted = {}) => {
    const pages: number[][] = [];
    let cursor: string | null = null;
    for (;;) {
      const next: Awaited<ReturnType<typeof page>> = await page({ ...options, cursor }, wanted);
      pages.push(next.page);
      if (next.isDone) return pages;
      cursor = next.continueCursor;
    }
  };

  test("[Q3] the page of an empty list is empty and the last one", async () => {
    const { page: found, isDone, continueCursor } = await page();
    expect([found, isDone]).toEqual([[], true]);
    expect(await page({ cursor: continueCursor })).toMatchObject({ page: [], isDone: true });
  });

  test.each(["asc", "desc"] as const)(
    "[Q3] the pages of an index together are the whole index, %s",
    async (order) => {
      await add([2, 5, 1, 4, 3]);
      await add([9], "b");
      const pages = await allPages({}, { group: "a", order });
      const expected = order === "asc" ? [1, 2, 3, 4, 5] : [5, 4, 3, 2, 1];
      expect(pages.flat()).toEqual(expected);
      expect(pages.every((one) => one.length <= 2)).toBe(true);
    },
  );

  test("[Q3] the pages of a filter are full, however many documents it skips", async () => {
    await add([1, 2, 4, 6, 8, 3, 5, 7]);
    const pages = await allPages({}, { onlyOdd: true });
    expect(pages.flat()).toEqual([1, 3, 5, 7]);
    expect(pages[0]).toEqual([1, 3]);
  });

  test("[Q3] a page that is larger than the list is the last one", async () => {
    await add([1, 2]);
    expect(await page({ numItems: 10 })).toMatchObject({ page: [1, 2], isDone: true });
  });

  test("[Q3] documents with equal index values are not lost between pages", async () => {
    await add([1, 1, 1, 1, 1]);
    expect((await allPages({}, { group: "a" })).flat()).toHaveLength(5);
  });

  test("[Q3] the next page starts after the cursor, even if its document was deleted", async () => {
    await add([1, 2, 3, 4]);
    const first = await page({}, { group: "a" });
    await backend().mutation(api.items.clear, {});
    await add([1, 3, 4]);
    const { page: next } = await page({ cursor: first.continueCursor }, { group: "a" });
    expect(next).toEqual([3, 4]);
  });

  test("[Q3] a document that is inserted before the cursor is on no later page", async () => {
    await add([2, 4, 6]);
    const first = await page({}, { group: "a" });
    await add([1, 5]);
    expect(await page({ cursor: first.continueCursor }, { group: "a" })).toMatchObject({
      page: [5, 6],
    });
  });

  test("[Q3] a page with an end cursor contains everything up to it, however many documents", async () => {
    await add([2, 4, 6]);
    const first = await page({}, { group: "a" });
    await add([1, 3, 5]);
    const again = await page({ endCursor: first.continueCursor }, { group: "a" });
    expect(again.page).toEqual([1, 2, 3, 4]);
    expect(again.isDone).toBe(false);
    const rest = await page({ cursor: first.continueCursor, numItems: 9 }, { group: "a" });
    expect(rest).toMatchObject({ page: [5, 6], isDone: true });
  });

  test("[Q3] a page with an end in descending order", async () => {
    await add([2, 4, 6]);
    const wanted = { group: "a", order: "desc" } as const;
    const first = await page({}, wanted);
    expect(first.page).toEqual([6, 4]);
    await add([3, 5, 7]);
    expect(await page({ endCursor: first.continueCursor }, wanted)).toMatchObject({
      page: [7, 6, 5, 4],
    });
    expect((await page({ cursor: first.continueCursor }, wanted)).page).toEqual([3, 2]);
  });

  test("[Q3] the last page with its end cursor stays the last and includes new documents", async () => {
    await add([1, 2]);
    const last = await page({ numItems: 5 }, { group: "a" });
    expect(last.isDone).toBe(true);
    await add([3]);
    const again = await page({ endCursor: last.continueCursor }, { group: "a" });
    expect(again).toMatchObject({ page: [1, 2, 3], isDone: true });
  });

  test("[Q3] a page that may read few rows reports that it should be split", async () => {
    await add([1, 2, 3, 4, 5]);
    const limited = await page({ numItems: 5, maximumRowsRead: 3 });
    expect(limited).toMatchObject({ page: [1, 2, 3], pageStatus: "SplitRequired", isDone: false });
    const { splitCursor, continueCursor } = limited;
    const left = await page({ numItems: 5, endCursor: splitCursor ?? null });
    const right = await page({ cursor: splitCursor ?? null, endCursor: continueCursor });
    expect([...left.page, ...right.page]).toEqual([1, 2, 3]);
    expect(left.page.length).toBeGreaterThan(0);
    expect(right.page.length).toBeGreaterThan(0);
    const rest = await page({ numItems: 5, cursor: continueCursor });
    expect(rest.page).toEqual([4, 5]);
  });

  test("[Q3] a function can page through its own writes", async () => {
    expect(await backend().mutation(api.items.pageOfOwnWrites, {})).toEqual([1, 2]);
  });

  test("[Q3] a function may request only one page", async () => {
    await expect(backend().query(api.items.twoPages, {})).rejects.toThrow(/single paginated query/);
  });

  // convex-test accepts any cursor for any query, and reports a full page at the end of the list as the last one.
  if (!isLocal) return;

  test("[Q4] a cursor of another query is refused", async () => {
    await add([1, 2, 3]);
    const { continueCursor } = await page({}, { group: "a" });
    for (const wanted of [{ group: "b" }, {}, { group: "a", order: "desc" } as const]) {
      await expect(page({ cursor: continueCursor }, wanted)).rejects.toThrow("InvalidCursor");
    }
    const nonsense = page({ cursor: "nonsense" });
    await expect(nonsense).rejects.toThrow(/[Cc]ursor/);
  });

  test("[Q4] a cursor of the same list with another filter is refused", async () => {
    await add([1, 2, 3]);
    const { continueCursor } = await page({}, { group: "a" });
    await expect(page({ cursor: continueCursor }, { group: "a", onlyOdd: true })).rejects.toThrow(
      "InvalidCursor",
    );
  });

  test("[Q4] a refused cursor is reported in the error's data, so that clients start again", async () => {
    await add([1, 2, 3]);
    const { continueCursor } = await page({}, { group: "a" });
    const error: unknown = await page({ cursor: continueCursor }).catch((e: unknown) => e);
    expect((error as { data?: unknown }).data).toEqual({
      isConvexSystemError: true,
      paginationError: "InvalidCursor",
    });
  });

  test("[Q4] the cursor after the last page also ends another list", async () => {
    await add([1]);
    const { continueCursor } = await page({ numItems: 5 }, { group: "a" });
    await expect(page({ cursor: continueCursor }, { group: "b" })).rejects.toThrow("InvalidCursor");
  });

  test("[Q3] a page of zero documents is refused", async () => {
    await expect(page({ numItems: 0 })).rejects.toThrow(
      "Must request at least 1 document while paginating",
    );
  });
}
