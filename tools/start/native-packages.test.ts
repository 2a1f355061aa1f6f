import { expect, test } from "vitest";
import { nativePackagesProblem } from "./native-packages.js";

function start({ has, brings }: { has: boolean; brings: boolean }) {
  const asked: string[] = [];
  const said: string[] = [];
  let isThere = has;
  const isInstalled = (name: string) => {
    asked.push(name);
    return isThere;
  };
  const fetch = () => void (isThere ||= brings);
  const problem = nativePackagesProblem(isInstalled, fetch, (line: string) => said.push(line));
  return { problem, asked, said };
}

test("a whole install is left alone, without a word", () => {
  expect(nativePackagesProblem()).toBeNull();
  expect(start({ has: true, brings: false })).toEqual({
    problem: null,
    asked: [`@esbuild/${process.platform}-${process.arch}`],
    said: [],
  });
});

test("what npm was told to leave out is fetched, and said to be", () => {
  const { problem, said } = start({ has: false, brings: true });
  expect(problem).toBeNull();
  expect(said).toEqual([
    "npm has left out packages that Hark needs on this machine. Fetching them.",
  ]);
});

test("where npm cannot be reached, it is said what to do", () => {
  const { problem } = start({ has: false, brings: false });
  expect(problem).toContain("npm install --include=optional");
});
