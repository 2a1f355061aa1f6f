import { expect, test } from "vitest";
import type { Deployment, Mount } from "../deploy/deployment.ts";
import type { AnalyzedFunction } from "../runtime/protocol.ts";
import { canonicalPath, resolveAddress, toHandle } from "./function-addresses.ts";

const functions = new Map([
  ["lib:f", { isPublic: false } as AnalyzedFunction],
  ["lib/deep:f", { isPublic: true } as AnalyzedFunction],
]);
const deployment: Deployment = {
  mounts: new Map(
    ["", "limiter", "limiter/batch"].map((path) => [path, { functions } as Mount] as const),
  ),
  authProviders: [],
  httpMounts: [],
  program: 0,
};

test.each([
  ["messages:list", "messages:list"],
  ["messages.js:list", "messages:list"],
  ["messages", "messages:default"],
  ["folder/messages.js:list", "folder/messages:list"],
])("the path %s is %s", (path, expected) => {
  expect(canonicalPath(path)).toBe(expected);
});

test("a name means the caller's own component", () => {
  expect(resolveAddress(deployment, "limiter", { name: "lib:f" })).toEqual({
    component: "limiter",
    path: "lib:f",
  });
});

test("a reference means a child of the caller", () => {
  const reference = "_reference/childComponent/batch/lib/deep/f";
  expect(resolveAddress(deployment, "limiter", { reference })).toEqual({
    component: "limiter/batch",
    path: "lib/deep:f",
  });
});

test("a reference to a child that is not there is refused", () => {
  const reference = "_reference/childComponent/nothing/lib/f";
  expect(() => resolveAddress(deployment, "", { reference })).toThrow(
    'Child component "nothing" not found',
  );
});

test("[N3] a reference to what a child keeps to itself is refused", () => {
  const reference = "_reference/childComponent/batch/lib/f";
  expect(() => resolveAddress(deployment, "limiter", { reference })).toThrow(
    'Child component "batch" does not export lib.f',
  );
});

test("[N3] a handle means the same function from anywhere", () => {
  const target = { component: "limiter/batch", path: "lib:f" };
  const functionHandle = toHandle(deployment, target);
  expect(resolveAddress(deployment, "", { functionHandle })).toEqual(target);
  expect(resolveAddress(deployment, "", { name: functionHandle })).toEqual(target);
});

test("there is no handle of what is not there", () => {
  const target = { component: "limiter", path: "lib:nothing" };
  expect(() => toHandle(deployment, target)).toThrow("Function handle not found");
  const functionHandle = "function://limiter#lib:nothing";
  expect(() => resolveAddress(deployment, "", { functionHandle })).toThrow(
    "Function handle not found",
  );
});
