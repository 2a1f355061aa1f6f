import { expect, test } from "vitest";
import type { Deployment, Mount } from "../deploy/deployment.ts";
import { canonicalPath, resolveAddress, toHandle } from "./addresses.ts";

const deployment: Deployment = {
  mounts: new Map(
    ["", "limiter", "limiter/batch"].map((component) => [component, {} as Mount] as const),
  ),
  authProviders: [],
  httpMounts: [],
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
  expect(() => resolveAddress(deployment, "", { reference })).toThrow('mounted at "nothing"');
});

test("a handle means the same function from anywhere", () => {
  const target = { component: "limiter/batch", path: "lib:f" };
  const functionHandle = toHandle(target);
  expect(resolveAddress(deployment, "", { functionHandle })).toEqual(target);
  expect(resolveAddress(deployment, "", { name: functionHandle })).toEqual(target);
});
