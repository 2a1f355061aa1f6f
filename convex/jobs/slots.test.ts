import { afterEach, expect, test, vi } from "vitest";
import { GROUP_OF, kindsOf, placesOf, SHARES } from "./slots";
import { WORK_KINDS } from "./table";

const GROUPS = Object.keys(SHARES) as (keyof typeof SHARES)[];

afterEach(() => vi.unstubAllEnvs());

function allPlaces(): number {
  return GROUPS.reduce((sum, group) => sum + placesOf(group).all, 0);
}

// T64: docs/security.md
test.each([8, 9, 16, 100, 256, 512])(
  "where Convex runs %d scheduled functions at once, the queue leaves some for what is scheduled apart from it",
  (scheduled) => {
    vi.stubEnv("SCHEDULED_FUNCTIONS", String(scheduled));
    expect(allPlaces()).toBeLessThan(scheduled);
    for (const group of GROUPS) expect(placesOf(group).all).toBeGreaterThan(0);
  },
);

// T64: docs/security.md
test("webhooks take three places of eight at the most", () => {
  expect(placesOf("webhook").all + placesOf("slowWebhook").all).toBeLessThanOrEqual(3);
});

test("every kind has a group, and leaves a place to the others of its group", () => {
  expect(Object.keys(GROUP_OF).toSorted()).toEqual([...WORK_KINDS].toSorted());
  for (const group of GROUPS) {
    const { all, ofKind } = placesOf(group);
    expect(kindsOf(group)).not.toEqual([]);
    expect(ofKind < all || all === 1 || kindsOf(group).length === 1).toBe(true);
  }
});

test("a larger class of Convex has more places, up to what a vendor should be asked at once", () => {
  vi.stubEnv("SCHEDULED_FUNCTIONS", "16");
  expect(placesOf("mail").all).toBe(2 * SHARES.mail.places);
  vi.stubEnv("SCHEDULED_FUNCTIONS", "1024");
  for (const group of GROUPS) expect(placesOf(group).all).toBe(SHARES[group].most);
});

test("fewer than Convex's smallest class has are refused", () => {
  vi.stubEnv("SCHEDULED_FUNCTIONS", "4");
  expect(() => placesOf("mail")).toThrow(/SCHEDULED_FUNCTIONS is "4"/);
});
