// @vitest-environment node
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { PRODUCT_VERSION } from "./productVersion";

const read = (file: string) => readFileSync(path.join(import.meta.dirname, "../..", file), "utf8");

test("the version is a release of three numbers, and the newest one in the changelog", () => {
  expect(PRODUCT_VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  const [newest] = /^## .*$/m.exec(read("CHANGELOG.md")) ?? [];
  expect(newest).toMatch(
    new RegExp(
      `^## ${PRODUCT_VERSION.replaceAll(".", "\\.")} \\((unreleased|\\d{4}-\\d\\d-\\d\\d)\\)$`,
    ),
  );
});

test("package-lock.json has the same version", () => {
  const { version } = JSON.parse(read("package-lock.json")) as { version: string };
  expect(version).toBe(PRODUCT_VERSION);
});
