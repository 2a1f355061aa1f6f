import { expect, test } from "vitest";
import { byteLength } from "../lib/bytes";
import { pagesTexts } from "./generatedTexts";

test.each(["a", "ü", "面"])(
  "files of pages of %s stay below the 300 KB that the platform advises",
  (letter) => {
    const text = letter.repeat(Math.floor(30_000 / byteLength(letter)));
    const pages = Array.from({ length: 40 }, (_, index) => ({
      ...{ url: `https://a.example/${index}`, title: null, text },
    }));
    const files = pagesTexts(pages);
    expect(Math.max(...files.map(({ content }) => byteLength(content)))).toBeLessThan(300_000);
    expect(files.length).toBeLessThanOrEqual(5);
    expect(
      files
        .map(({ content }) => content)
        .join("")
        .split(text),
    ).toHaveLength(41);
  },
);
