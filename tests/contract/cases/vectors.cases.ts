/**
 * Established in get-convex/convex-backend: crates/vector/src/qdrant_index.rs (`compile`, `index`),
 * crates/vector/src/query.rs (filters), crates/vector/src/memory_index.rs (cosine similarity, order).
 */
import { expect, test } from "vitest";
import { api } from "../app-api.ts";
import type { Suite } from "./suite.ts";

const CITY = { name: "city", at: [1, 0, 0], kind: "big", size: 3 };
const TOWN = { name: "town", at: [2, 2, 0], kind: "small", size: 2 };
const VILLAGE = { name: "village", at: [0, 5, 0], kind: "small", size: 1 };
const AWAY = { name: "away", at: [-4, 0, 0] };

export function vectorCases({ backend, isLocal }: Suite): void {
  const fill = (places: unknown[]) => backend().mutation(api.places.fill, { places });
  const near = (vector: number[], more: Partial<Parameters<typeof search>[0]> = {}) =>
    search({ vector, ...more });
  const search = async (args: (typeof api.places.near)["_args"]) => {
    const found = await backend().action(api.places.near, args);
    return Promise.all(
      found.map(async ({ _id, _score }) => ({
        name: await backend().query(api.places.nameOf, { id: _id }),
        score: _score,
      })),
    );
  };
  const names = async (...args: Parameters<typeof near>) =>
    (await near(...args)).map(({ name }) => name);

  test("[Q6] the nearest come first, with the cosine of their angle", async () => {
    await fill([AWAY, VILLAGE, CITY, TOWN]);
    const found = await near([3, 0, 0], { limit: 10 });
    expect(found.map(({ name }) => name)).toEqual(["city", "town", "village", "away"]);
    const expected = [1, Math.SQRT1_2, 0, -1];
    for (const [i, { score }] of found.entries()) expect(score).toBeCloseTo(expected[i] ?? NaN, 6);
  });

  test("[Q6] a limit keeps the nearest", async () => {
    await fill([AWAY, VILLAGE, CITY, TOWN]);
    expect(await names([1, 0, 0], { limit: 2 })).toEqual(["city", "town"]);
    expect(await names([0, 1, 0], { limit: 1 })).toEqual(["village"]);
  });

  test("[Q6] a filter leaves those of which any part is true", async () => {
    await fill([AWAY, VILLAGE, CITY, TOWN]);
    const small = { field: "kind", value: "small" };
    const large = { field: "size", value: 3 };
    const limit = 10;
    expect(await names([1, 0, 0], { limit, among: [small] })).toEqual(["town", "village"]);
    const both = await names([1, 0, 0], { limit, among: [small, large] });
    expect(both).toEqual(["city", "town", "village"]);
    expect(await names([1, 0, 0], { limit, among: [{ ...small, value: "none" }] })).toEqual([]);
  });

  test("[Q6] a document is found where its vector is now", async () => {
    await fill([CITY]);
    await fill([{ ...VILLAGE, name: "moved" }]);
    expect(await near([0, 1, 0], { limit: 10 })).toEqual([{ name: "moved", score: 1 }]);
  });

  test("[Q6] what is empty, or no list, is refused by the client's own code", async () => {
    await expect(near([])).rejects.toThrow("`vector` must be a non-empty Array in vectorSearch");
  });

  // convex-test knows no bounds, takes every document to have a vector, and compares no other filters.
  if (!isLocal) return;

  test("[Q6] documents without a vector that fits are not found", async () => {
    await fill([CITY, { name: "nowhere" }, { name: "flat", at: [1, 0] }]);
    expect(await names([1, 0, 0])).toEqual(["city"]);
  });

  test("[Q6] a vector without a direction is as far from all", async () => {
    await fill([CITY, { name: "origin", at: [0, 0, 0] }]);
    expect((await near([0, 0, 0])).map(({ score }) => score)).toEqual([0, 0]);
    expect((await near([1, 0, 0])).map(({ score }) => score)).toEqual([1, 0]);
  });

  test("[Q6] ten are found unless a limit says otherwise, and never more than 256", async () => {
    await fill(Array.from({ length: 300 }, (_, i) => ({ name: String(i), at: [1, i, 0] })));
    expect(await near([1, 0, 0])).toHaveLength(10);
    expect(await names([1, 0, 0], { limit: 3 })).toEqual(["0", "1", "2"]);
    expect(await near([1, 0, 0], { limit: 256 })).toHaveLength(256);
    await expect(near([1, 0, 0], { limit: 257 })).rejects.toThrow(
      "Vector queries can fetch at most 256 results, requested 257.",
    );
  });

  test("[Q6] a search without filters to choose from leaves out nobody", async () => {
    await fill([CITY, TOWN]);
    expect(await names([1, 0, 0], { among: [] })).toEqual(["city", "town"]);
  });

  test.each([
    ["vector of two", { vector: [1, 0] }, "Expected a vector with dimensions 3, received 2."],
    ["index of another name", { index: "by_nothing" }, "Index places.by_nothing not found."],
    [
      "filter by another field",
      { among: [{ field: "name", value: "city" }] },
      'Vector query against places.by_at contains a filter on "name" but that field isn\'t indexed for filtering in `filterFields`.',
    ],
    [
      "filter of too many values",
      { among: Array.from({ length: 65 }, (_, value) => ({ field: "size", value })) },
      "Vector query against places.by_at has too many conditions. Max: 64 Actual: 65",
    ],
  ])("[Q6] a %s is refused in Convex's words", async (_, args, words) => {
    await expect(search({ vector: [1, 0, 0], ...args })).rejects.toThrow(words);
  });
}
