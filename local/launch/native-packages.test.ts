import { expect, test } from "vitest";
import { nativePackagesProblem } from "./native-packages.js";

test("an install that left them out is told from one that did not, and how to mend it", () => {
  expect(nativePackagesProblem()).toBeNull();
  const problem = nativePackagesProblem(() => {
    throw new Error("Cannot find module");
  });
  expect(problem).toContain(`@esbuild/${process.platform}-${process.arch}`);
  expect(problem).toContain("npm install --include=optional");
});
