import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { must } from "../../lib/must";

const widget = readFileSync(new URL("widget.css", import.meta.url), "utf8");
const app = readFileSync(new URL("../../app/styles.css", import.meta.url), "utf8");

const colorOf = (state: string) =>
  must(new RegExp(`\\.${state} \\{\\s*background: (#[0-9a-f]{6})`).exec(widget)?.[1], state);

/** WCAG 2.2, relative luminance. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(["connecting", "active"])(
  "while %s, the white drawing has a contrast of 3:1",
  (state) => {
    expect(1.05 / (luminanceOf(colorOf(state)) + 0.05)).toBeGreaterThanOrEqual(3);
  },
);

test.each(["connecting", "active"])(
  "the landing page draws %s in the button's own colour",
  (state) => {
    expect(app).toContain(`--color-call-${state}: ${colorOf(state)};`);
  },
);
