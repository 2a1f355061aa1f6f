import fc from "fast-check";
import { expect, test } from "vitest";
import { embedSnippet } from "./embed-snippet";

const widgetUrl = "https://hark.example/widget/3f1c9a52-6f0e-4d59-9a3b-2f3d0a4be6f1";

/** In a template nothing is loaded. */
function parse(snippet: string): Element[] {
  const template = document.createElement("template");
  template.innerHTML = snippet;
  return [...template.content.children];
}

test("the snippet is the round frame at the bottom right, with the microphone", () => {
  const [frame] = parse(embedSnippet({ name: "Ada", widgetUrl }));
  expect(frame?.tagName).toBe("IFRAME");
  expect(frame?.getAttribute("src")).toBe(widgetUrl);
  expect(frame?.getAttribute("title")).toBe("Ada AI Assistant");
  expect(frame?.getAttribute("allow")).toBe("microphone; autoplay");
  const style = frame?.getAttribute("style");
  for (const rule of ["fixed", "right: 20px", "bottom: 20px", "width: 90px", "height: 90px"]) {
    expect(style).toContain(rule);
  }
  expect(style).toContain("border-radius: 50%");
});

test.each([
  ['Rosa\'s "Best" <b>', "Rosa&#39;s &#34;Best&#34; &#60;b&#62; AI Assistant"],
  ["R&D &amp; co", "R&#38;D &#38;amp; co AI Assistant"],
  ["Söhne 🎙️", "S&#246;hne &#127897;&#65039; AI Assistant"],
  ["half \ud83c an emoji", "half &#65533; an emoji AI Assistant"],
])("the name %j is written as %s", (name, title) => {
  expect(embedSnippet({ name, widgetUrl })).toContain(`title="${title}"`);
});

/** Halves of a pair and all else that a name may hold; the library's own unit takes seconds to draw up. */
const anyUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

test("any name is escaped in the snippet", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyUnit }), (name) => {
      const snippet = embedSnippet({ name, widgetUrl });
      expect(snippet).toMatch(/^[\n\x20-\x7e]*$/);
      expect(snippet.match(/[<>]/g)).toEqual(["<", ">", "<", ">"]);
      expect(snippet.match(/"/g)).toHaveLength(8);
    }),
  );
});
