import { expect, test } from "vitest";
import { isPreview, previewedIn, releasesIn, withLive } from "./record.ts";

const at = "2026-03-01T12:00:00.000Z";
const now = new Date(at);
const [first, second, third] = ["a", "b", "c"].map((letter, index) => ({
  version: `1.0.${index}`,
  commit: letter.repeat(40),
  at,
})) as [Recorded, Recorded, Recorded];
interface Recorded {
  version: string;
  commit: string;
  at: string;
}

test("a release that is deployed becomes the newest, and the same one again stays one", () => {
  expect(withLive([], first, now)).toEqual([first]);
  expect(withLive([first], second, now)).toEqual([second, first]);
  expect(withLive([second, first], second, now)).toEqual([second, first]);
});

test("going back forgets the releases after that one, so that the next rollback goes further back", () => {
  expect(withLive([third, second, first], second, now)).toEqual([second, first]);
});

test("releases without a commit are never taken for one another", () => {
  const nameless = { version: "1.0.0", commit: null };
  expect(withLive([{ ...nameless, at }, first], nameless, now)).toHaveLength(3);
});

test("ten releases are kept, which one variable can hold", () => {
  let releases = [first];
  for (let n = 0; n < 20; n += 1) {
    const commit = n.toString(16).padStart(40, "0");
    releases = withLive(releases, { version: "100.100.100", commit }, now) as Recorded[];
  }
  expect(releases).toHaveLength(10);
  expect(JSON.stringify(releases).length).toBeLessThan(8_192);
});

test("a preview that has not passed is still marked as one", () => {
  expect(isPreview({})).toBe(false);
  expect(previewedIn({})).toBeNull();
  expect(isPreview({ HARK_PREVIEWED: "{}" })).toBe(true);
  expect(previewedIn({ HARK_PREVIEWED: "{}" })).toBeNull();
  expect(previewedIn({ HARK_PREVIEWED: JSON.stringify(first) })).toEqual(first);
});

test.each([
  "no JSON",
  '"text"',
  '[{"version":1}]',
  `[{"version":"1.0.0","commit":"--upload-pack=x","at":"${at}"}]`,
])("a record that cannot be read is named: %s", (HARK_RELEASES) => {
  expect(() => releasesIn({ HARK_RELEASES })).toThrow("npx convex env remove HARK_RELEASES");
  expect(() => previewedIn({ HARK_PREVIEWED: HARK_RELEASES })).toThrow("HARK_PREVIEWED");
});
