import { expect, test } from "vitest";
import { formatFigures } from "./table.ts";

test("figures stand in columns beside their baselines", () => {
  expect(
    formatFigures([
      { name: "commit", unit: "ms", value: 1.5, baseline: { name: "bare database", value: 0.5 } },
      { name: "start", unit: "ms", value: 1234 },
    ]),
  ).toEqual(["commit   1.5 ms     0.5 ms bare database   x 3.0", "start    1,230 ms"]);
});
