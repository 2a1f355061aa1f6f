import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cursorFor, type List, placeOf } from "./cursors";

beforeEach(() => vi.stubEnv("TRIAL_KEYS", "a-key-of-these-tests"));
afterEach(() => vi.unstubAllEnvs());

const LIST: List = { ownerId: "ada", path: "/calls", filter: { assistant: null, status: null } };

test("a cursor leads to its place in its list", async () => {
  expect(await placeOf(LIST, await cursorFor(LIST, "place ü"))).toBe("place ü");
});

// T71: docs/security.md
test.each<[what: string, other: Partial<List>]>([
  ["another owner's", { ownerId: "grace" }],
  ["another path's", { path: "/outcomes" }],
  ["one that is filtered otherwise", { filter: { assistant: "a", status: null } }],
])("in a list that is %s it leads nowhere", async (_, other) => {
  expect(await placeOf({ ...LIST, ...other }, await cursorFor(LIST, "place"))).toBeNull();
});

// T71: docs/security.md
test("the seal of one place is none for another, and is made of a key", async () => {
  const [here, there] = [await cursorFor(LIST, "here"), await cursorFor(LIST, "there")];
  const [place = ""] = here.split(".");
  const [, seal = ""] = there.split(".");
  for (const made of [`${place}.${seal}`, place, `${place}.`, `${here}.`, `.${seal}`, ""]) {
    expect(await placeOf(LIST, made)).toBeNull();
  }
  vi.stubEnv("TRIAL_KEYS", "another-key");
  expect(await placeOf(LIST, here)).toBeNull();
});
