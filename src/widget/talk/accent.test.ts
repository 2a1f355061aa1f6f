import { expect, test } from "vitest";
import { WIDGET_COLORS } from "../../../convex/shared/looks";
import { accentFrom } from "./accent";

// https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((channel) => {
    const share = Number(channel) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

test.each(WIDGET_COLORS)("white text is readable on $name", ({ value }) => {
  expect(contrastWithWhite(accentFrom(value))).toBeGreaterThanOrEqual(4.5);
});

test("a colour that is dark enough stays as it is", () => {
  expect(accentFrom("#1d4ed8")).toBe("rgb(29 78 216)");
});
