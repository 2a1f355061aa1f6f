import { expect, test } from "vitest";
import { areAllowed, readSite, SITE_ERRORS } from "./sites";

test.each([
  ["www.example.com", "https://www.example.com"],
  [" HTTPS://Example.com/about?a#b ", "https://example.com"],
  ["http://shop.example", "https://shop.example"],
  ["http://shop.example:80", "https://shop.example"],
  ["shop.example:8443/", "https://shop.example:8443"],
  ["shop.example:443", "https://shop.example"],
  ["example.com.", "https://example.com"],
  ["*.example.com", "https://*.example.com"],
  ["https://*.example.com/path", "https://*.example.com"],
  ["bücher.example", "https://xn--bcher-kva.example"],
  ["*.bücher.example", "https://*.xn--bcher-kva.example"],
  ["localhost:5173", "http://localhost:5173"],
  ["https://localhost:5173", "https://localhost:5173"],
  ["shop.localhost", "http://shop.localhost"],
  ["*.localhost:8080", "http://*.localhost:8080"],
  ["127.0.0.1:3000", "http://127.0.0.1:3000"],
])("%s is kept as %s", (typed, site) => {
  expect(readSite(typed)).toEqual({ site });
  // What is kept stays what it is.
  expect(readSite(site)).toEqual({ site });
});

test.each([
  ["", "empty"],
  ["*", "every"],
  ["https://*", "every"],
  ["www.*.com", "asterisk"],
  ["*example.com", "asterisk"],
  ["*.*.example.com", "asterisk"],
  ["*.com", "tooWide"],
  ["*.", "unreadable"],
  ["ftp://example.com", "scheme"],
  ["file:///home/me", "scheme"],
  ["shop", "incomplete"],
  ["192.168.0.1", "address"],
  ["[::1]:3000", "address"],
  ["*.127.0.0.1", "address"],
  ["me@example.com", "unreadable"],
  ["my_shop.example.com", "unreadable"],
  ["example.com; script-src a.example", "unreadable"],
  ["example.com 'self'", "unreadable"],
  ["example.com:99999", "unreadable"],
  ["two words", "unreadable"],
  ["https://", "unreadable"],
  [`${"a.".repeat(130)}example`, "unreadable"],
] as const)("%s is refused: %s", (typed, why) => {
  expect(readSite(typed)).toEqual({ objection: SITE_ERRORS[why] });
});

test.each([
  [["https://example.com"], ["https://example.com"], true],
  [["https://example.com"], ["https://www.example.com"], false],
  [["https://example.com"], ["http://example.com"], false],
  [["https://example.com"], ["https://example.com:8443"], false],
  [["https://example.com:8443"], ["https://example.com:8443"], true],
  [["https://*.example.com"], ["https://a.b.example.com"], true],
  [["https://*.example.com"], ["https://example.com"], false],
  [["https://*.example.com"], ["https://badexample.com"], false],
  [["http://localhost:80"], ["http://localhost"], false],
  [["http://localhost"], ["https://localhost"], true],
  [["https://a.example", "https://b.example"], ["https://a.example", "https://b.example"], true],
  [["https://a.example"], ["https://a.example", "https://b.example"], false],
  [["https://a.example"], ["null"], false],
  // A page that stands alone is embedded nowhere.
  [["https://a.example"], [], true],
  [[], ["https://anywhere.example"], true],
])("a list of %s lets a frame stand within %s: %s", (sites, origins, isAllowed) => {
  expect(areAllowed(sites, origins)).toBe(isAllowed);
});
