import { afterEach, expect, test, vi } from "vitest";
import { GROUP_OF, kindsOf, freeSlots, SLOTS } from "./slots";
import { JOB_KINDS } from "./table";

const GROUPS = Object.keys(SLOTS) as (keyof typeof SLOTS)[];

afterEach(() => vi.unstubAllEnvs());

function allPlaces(): number {
  return GROUPS.reduce((sum, group) => sum + freeSlots(group).all, 0);
}

// T64: docs/security.md
test.each([8, 9, 16, 100, 256, 512])(
  "where Convex runs %d scheduled functions at once, the queue leaves some for what is scheduled apart from it",
  (scheduled) => {
    vi.stubEnv("SCHEDULED_FUNCTIONS", String(scheduled));
    expect(allPlaces()).toBeLessThan(scheduled);
    for (const group of GROUPS) expect(freeSlots(group).all).toBeGreaterThan(0);
  },
);

// T64: docs/security.md
test("webhooks take three places of eight at the most", () => {
  expect(freeSlots("webhook").all + freeSlots("slowWebhook").all).toBeLessThanOrEqual(3);
});

test("every kind has a group, and leaves a slot to the others of its group", () => {
  expect(Object.keys(GROUP_OF).toSorted()).toEqual([...JOB_KINDS].toSorted());
  for (const group of GROUPS) {
    const { all, ofKind } = freeSlots(group);
    expect(kindsOf(group)).not.toEqual([]);
    expect(ofKind < all || all === 1 || kindsOf(group).length === 1).toBe(true);
  }
});

test("a larger class of Convex has more slots, up to the limit of the group", () => {
  vi.stubEnv("SCHEDULED_FUNCTIONS", "16");
  expect(freeSlots("mail").all).toBe(2 * SLOTS.mail.slots);
  vi.stubEnv("SCHEDULED_FUNCTIONS", "1024");
  for (const group of GROUPS) expect(freeSlots(group).all).toBe(SLOTS[group].max);
});

test("fewer than Convex's smallest class has are refused", () => {
  vi.stubEnv("SCHEDULED_FUNCTIONS", "4");
  expect(() => freeSlots("mail")).toThrow(/SCHEDULED_FUNCTIONS is "4"/);
});
