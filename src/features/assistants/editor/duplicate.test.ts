import { expect, test } from "vitest";
import { TEXT_LIMITS } from "../../../../convex/shared/limits";
import { copiedName } from "./duplicate";

test.each([
  ["Ada", "Ada copy"],
  ["x".repeat(100), `${"x".repeat(95)} copy`],
  [`${"x".repeat(94)} y z`, `${"x".repeat(94)} copy`],
  [`${"x".repeat(94)}🥐 bread`, `${"x".repeat(94)} copy`],
])("the copy of %s is called %s", (name, copied) => {
  expect(copiedName(name)).toBe(copied);
  expect(copied.length).toBeLessThanOrEqual(TEXT_LIMITS.name);
});
