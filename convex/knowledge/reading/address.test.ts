import { expect, test } from "vitest";
import { ADDRESS_PROBLEMS, isOfSite, pageAddress, pageKey, siteAddress } from "./address";

test.each([
  ["example.com", "https://example.com/"],
  ["  http://www.Example.com/shop?x#y ", "https://www.example.com/shop?x"],
  ["https://example.com:8443/a?utm_source=mail&b=1", "https://example.com:8443/a?b=1"],
  ["münchen-brot.de", "https://xn--mnchen-brot-thb.de/"],
  ["example.com.", "https://example.com/"],
])("%s is read as %s", (text, url) => {
  expect(siteAddress(text)).toEqual({ kind: "address", url });
});

// T104: docs/security.md
test.each([
  ["", "empty"],
  ["ftp://example.com", "scheme"],
  ["javascript:alert(1)", "scheme"],
  ["mailto:me@example.com", "scheme"],
  ["https://user:secret@example.com", "credentials"],
  ["me@example.com", "credentials"],
  ["192.168.0.1", "ipAddress"],
  ["8.8.8.8", "ipAddress"],
  ["http://0x7f.1/", "ipAddress"],
  ["http://2130706433/", "ipAddress"],
  ["http://[::1]/", "ipAddress"],
  ["localhost:3000", "private"],
  ["http://shop.localhost", "private"],
  ["nas.local", "private"],
  ["metadata.google.internal", "private"],
  ["localhost.", "private"],
  ["bakery", "incomplete"],
  ["our bakery", "unreadable"],
  ["https://exa mple.com", "unreadable"],
  [`example.com/${"a".repeat(1000)}`, "unreadable"],
] as const)("%s is refused: %s", (text, problem) => {
  expect(siteAddress(text)).toEqual({ kind: "problem", says: ADDRESS_PROBLEMS[problem] });
});

test("in development a website on this machine keeps its http", () => {
  const url = "http://127.0.0.1:3000/";
  expect(siteAddress("127.0.0.1:3000", "any")).toEqual({ kind: "address", url });
  expect(siteAddress("ftp://127.0.0.1", "any").kind).toBe("problem");
});

test.each([
  ["https://www.example.com/a", true],
  ["http://example.com", true],
  ["https://shop.example.com", false],
  ["https://example.com.evil.org", false],
  ["https://example.com@evil.org/", false],
  ["https://example.com:8443/", false],
  ["javascript:alert(1)", false],
  ["not an address", false],
])("whether %s belongs to example.com: %s", (url, isPart) => {
  expect(isOfSite(url, "https://example.com/")).toBe(isPart);
});

test("a page's address loses its fragment and where its visitor came from", () => {
  const address = "https://example.com/a%2Fb?fbclid=1&size=%C3%A4&gclid=2#top";
  expect(pageAddress(address)).toBe("https://example.com/a%2Fb?size=%C3%A4");
  expect(pageAddress("../b#c", "https://example.com/a/d")).toBe("https://example.com/b");
  expect(
    ["data:text/html,x", "https://u:p@example.com", "//", ""].map((one) => pageAddress(one)),
  ).toEqual([null, null, null, null]);
});

test("all spellings of one page's address have one key", () => {
  const spellings = ["http://www.example.com/a/", "https://example.com/a/index.html#b"];
  const others = ["https://example.com/a", "https://example.com/a?utm_medium=mail"];
  const keys = [...spellings, ...others].map(pageKey);
  expect(new Set(keys)).toEqual(new Set(["example.com/a?"]));
  expect(pageKey("https://example.com/a?b=1&a=2")).toBe(pageKey("https://example.com/a?a=2&b=1"));
  expect(pageKey("https://example.com/a?id=1")).not.toBe(pageKey("https://example.com/a?id=2"));
});
