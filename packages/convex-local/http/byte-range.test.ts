import { expect, test } from "vitest";
import { toResponse, wantedRange } from "./byte-range.ts";

async function answer(header: string | null, content: string) {
  const range = wantedRange(header);
  if (range === "unsatisfiable") return range;
  const response = toResponse(range, Buffer.from(content), new Headers());
  return [response.status, response.headers.get("Content-Range"), await response.text()];
}

// What each of these comes to is worked out by hand from the sources that byte-range.ts names.
test.each([
  [null, [200, null, "0123456789"]],
  ["items=0-1", [200, null, "0123456789"]],
  ["bytes=0-1", [206, "bytes 0-1/10", "01"]],
  ["bytes=2-", [206, "bytes 2-9/10", "23456789"]],
  ["bytes= 9-9 ", [206, "bytes 9-9/10", "9"]],
  ["bytes=-", [206, "bytes 0-9/10", "0123456789"]],
  ["bytes=8-99", [206, "bytes 8-99/10", "89"]],
  ["bytes=20-", [206, "bytes 20-9/10", ""]],
  ["bytes=-3", [206, "bytes 18446744073709551612-9/10", ""]],
  ["bytes=5-4", [206, "bytes 5-4/10", ""]],
  ["bytes=0-1,3-4", "unsatisfiable"],
  ["bytes=", "unsatisfiable"],
  ["bytes=a-b", "unsatisfiable"],
  ["bytes=18446744073709551616-", "unsatisfiable"],
])("%s of ten bytes", async (header, expected) => {
  expect(await answer(header, "0123456789")).toEqual(expected);
});

test.each(["bytes=0-", "bytes=0-1", "bytes=5-", "bytes=-1"])(
  "%s of an empty file is the whole of it",
  async (header) => {
    expect(await answer(header, "")).toEqual([200, null, ""]);
  },
);
