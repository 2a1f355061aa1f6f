import { expect, test } from "vitest";
import { networkOf } from "./network";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  [null, "unknown"],
])("%s is of the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("what a header says is an address has an end", () => {
  expect(networkOf("x".repeat(10_000)).length).toBeLessThan(100);
  expect(networkOf(":".repeat(10_000)).length).toBeLessThan(100);
});
