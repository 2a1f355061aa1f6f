import { expect, test } from "vitest";
import { nativePackagesProblem } from "./native-packages.js";

function start({ has, brings }: { has: boolean; brings: boolean }) {
  const checked: string[] = [];
  const logged: string[] = [];
  let isThere = has;
  const isInstalled = (name: string) => {
    checked.push(name);
    return isThere;
  };
  const fetch = () => void (isThere ||= brings);
  const problem = nativePackagesProblem(isInstalled, fetch, (line: string) => logged.push(line));
  return { problem, checked, logged };
}

test("nothing is fetched or logged if all packages are installed", () => {
  expect(nativePackagesProblem()).toBeNull();
  expect(start({ has: true, brings: false })).toEqual({
    problem: null,
    checked: [`@esbuild/${process.platform}-${process.arch}`],
    logged: [],
  });
});

test("packages that npm left out are fetched, and the log says so", () => {
  const { problem, logged } = start({ has: false, brings: true });
  expect(problem).toBeNull();
  expect(logged).toEqual(["npm left out packages that Hark needs on this machine. Fetching them."]);
});

test("the message says what to do if npm cannot be reached", () => {
  const { problem } = start({ has: false, brings: false });
  expect(problem).toContain("npm install --include=optional");
});
