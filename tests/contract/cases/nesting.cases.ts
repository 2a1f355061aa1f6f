/**
 * Sources in get-convex/convex-backend: crates/isolate/src/environment/udf/async_syscall.rs `run_udf`,
 * crates/udf/src/validation.rs (which functions may be called), crates/model/src/components (handles, identity).
 */
import { expect, test } from "vitest";
import { api } from "../app-api.ts";
import { dataOf, rejection } from "./suite.ts";
import type { Suite } from "./suite.ts";

const author = "ada";
const args = { author };

export function nestingCases({ backend, isLocal }: Suite): void {
  const count = () => backend().query(api.nesting.count, args);

  test("[T3] nested functions see the writes of their callers", async () => {
    expect(await backend().mutation(api.nesting.writeDeep, { author, depth: 3 })).toBe(4);
    expect(await count()).toBe(4);
  });

  test("[T4] a failed nested mutation rolls back its changes of existing documents", async () => {
    expect(await backend().mutation(api.nesting.innerChangeIsTakenBack, args)).toMatchObject({
      rank: 1,
    });
    expect(await backend().query(api.notes.byAuthor, args)).toMatchObject([{ rank: 1 }]);
  });

  test("[T4] a failure that is caught at the top rolls back all levels below", async () => {
    expect(await backend().mutation(api.nesting.catchDeepFailure, args)).toBe("inner");
    expect(await count()).toBe(1);
  });

  test("[T4] a failure that is not caught rolls back everything", async () => {
    const error = await rejection(backend().mutation(api.nesting.letInnerFailureThrough, args));
    expect(dataOf(error)).toBe("inner");
    expect(await count()).toBe(0);
  });

  test("[T4] parallel nested mutations fail independently", async () => {
    expect(await backend().mutation(api.nesting.siblings, args)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(await count()).toBe(2);
  });

  test("[V4] the arguments of nested functions are validated", async () => {
    await expect(backend().mutation(api.nesting.innerArgumentsAreChecked, {})).rejects.toThrow(
      /validat/i,
    );
  });

  test("[N1] a query cannot call a mutation", async () => {
    await expect(backend().query(api.nesting.queryCallsMutation, args)).rejects.toThrow();
    expect(await count()).toBe(0);
  });

  test("[N1] an action calls mutations, actions and queries, each of which sees the previous writes", async () => {
    expect(await backend().action(api.nesting.actionCallsAll, args)).toEqual([1, 2, 2]);
  });

  test("[N1] the writes of an action's mutation stay when the action fails", async () => {
    await expect(backend().action(api.nesting.actionFailsHalfWay, args)).rejects.toThrow(
      "half way",
    );
    expect(await count()).toBe(1);
  });

  test("[T2] an action's parallel mutations all take effect", async () => {
    expect(await backend().action(api.nesting.parallelWrites, { author, times: 20 })).toBe(20);
  });

  test("[T2] parallel mutations of one document all count", async () => {
    const calls = Array.from({ length: 20 }, () => backend().mutation(api.runtime.addOne, args));
    const ranks = (await Promise.all(calls)).sort((a, b) => a - b);
    expect(ranks).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(await backend().query(api.notes.byAuthor, args)).toMatchObject([{ rank: 20 }]);
  });

  test("[N2] nested functions run with the same identity", async () => {
    const ada = await backend().as("ada");
    expect(await ada.action(api.nesting.whoIsItBelow, {})).toBe("ada");
    expect(await ada.mutation(api.nesting.whoIsItInside, {})).toBe("ada");
    expect(await backend().action(api.nesting.whoIsItBelow, {})).toBeNull();
  });

  test("[N3] a function handle is a string that can be called", async () => {
    const handles = await backend().query(api.nesting.handles, {});
    expect(handles.write).toMatch(/^function:\/\//);
    expect(handles.write).not.toBe(handles.countOf);
    const { throughHandle, actionThroughHandle } = api.nesting;
    expect(await backend().mutation(throughHandle, { author, handle: handles.write })).toBe(1);
    expect(await backend().action(actionThroughHandle, { author, handle: handles.countOf })).toBe(
      1,
    );
  });

  test("[N3] a function handle can be scheduled", async () => {
    const { write } = await backend().query(api.nesting.handles, {});
    await backend().mutation(api.nesting.planThroughHandle, { author, handle: write });
    await backend().letPass(0, async () => (await count()) === 1);
  });

  // convex-test lets anybody call any function, commits before it validates the result, and allows endless recursion.
  if (!isLocal) return;

  test("[V4] a mutation whose result is refused writes nothing", async () => {
    await expect(backend().mutation(api.nesting.returnsWrongly, args)).rejects.toThrow(
      "ReturnsValidationError",
    );
    expect(await count()).toBe(0);
  });

  test("[N4] endless recursion is stopped", async () => {
    await expect(backend().mutation(api.nesting.writeDeep, { author, depth: 30 })).rejects.toThrow(
      "call depth limit exceeded",
    );
    expect(await count()).toBe(0);
  });

  test.each([
    ["query", "nesting:countOf"],
    ["mutation", "nesting:write"],
    ["action", "nesting:act"],
  ] as const)("[F1] clients cannot call an internal %s", async (kind, name) => {
    const call = backend()[kind] as (name: never, args: never) => Promise<unknown>;
    await expect(call(name as never, args as never)).rejects.toThrow(
      `Could not find public function for '${name}'.`,
    );
    expect(await count()).toBe(0);
  });

  test("[F1] a missing function gets the same message as an internal one", async () => {
    const query = backend().query("nowhere:nothing" as never, {});
    await expect(query).rejects.toThrow("Could not find public function for 'nowhere:nothing'.");
  });

  test("[N4] calling a function as another type names its real type", async () => {
    const call = backend().mutation(api.notes.list as never, {});
    await expect(call).rejects.toThrow(
      "Trying to execute notes.js:list as Mutation, but it is defined as Query.",
    );
  });
}
