import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const CONVEX = path.resolve(import.meta.dirname, "..");
const CALL = /scheduler\s*\.run(?:After|At)\(\s*[^,]+,\s*internal\.([\w.]+)/g;

test("the README lists every function that is scheduled without a job, and what happens if it is lost", () => {
  const sources = readdirSync(CONVEX, { recursive: true, encoding: "utf8" })
    .filter(
      (file) => file.endsWith(".ts") && !file.includes("_generated") && !file.includes(".test."),
    )
    .map((file) => readFileSync(path.join(CONVEX, file), "utf8"));
  const scheduled = sources.flatMap((source) => [...source.matchAll(CALL)].map(([, name]) => name));
  const calls = sources.flatMap((source) => source.match(/scheduler\s*\.run(?:After|At)\(/g) ?? []);
  expect(scheduled).toHaveLength(calls.length);
  const readme = readFileSync(path.join(import.meta.dirname, "README.md"), "utf8");
  const listed = [...readme.matchAll(/^\| `([\w.]+)` +\|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...new Set(scheduled)].toSorted());
});
