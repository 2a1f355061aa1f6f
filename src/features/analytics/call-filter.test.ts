import { expect, test } from "vitest";
import { isFiltering, NO_FILTER, readFilter, timesOf, writeFilter } from "./call-filter";

test("what was chosen is read back from the address", () => {
  const filter = {
    assistantId: "a1",
    status: "in-progress",
    from: "2026-11-01",
    to: "2026-11-21",
    words: "two loaves & a bun",
  } as const;
  const address = writeFilter(new URLSearchParams(), filter).toString();
  expect(readFilter(new URLSearchParams(address))).toEqual(filter);
});

test("the address stays plain without a choice, and keeps what is not ours", () => {
  const written = writeFilter(new URLSearchParams("subscription=success&status=ended"), NO_FILTER);
  expect(written.toString()).toBe("subscription=success");
});

test.each(["status=over", "status=constructor", "from=yesterday", "to=2026-13-45", "q=%20%20"])(
  "%s filters nothing",
  (address) => {
    expect(isFiltering(readFilter(new URLSearchParams(address)))).toBe(false);
  },
);

test("both days are meant whole", () => {
  const day = { ...NO_FILTER, from: "2026-11-20", to: "2026-11-21" };
  expect(timesOf(day)).toEqual({
    fromMs: new Date(2026, 10, 20).getTime(),
    toMs: new Date(2026, 10, 22).getTime(),
  });
  expect(timesOf(NO_FILTER)).toEqual({ fromMs: null, toMs: null });
});
