import { expect, test } from "vitest";
import { readRobots } from "./robots";
import { parseRobots } from "./robotsRules";

const SITE = "https://example.com/";

function read(text: string) {
  return readRobots({ kind: "rules", ...parseRobots(text, SITE) });
}

test("the rules for our name come before those for everybody", () => {
  const robots = read("User-agent: *\nDisallow: /\n\nUser-agent: harkreader\nDisallow: /shop");
  expect(robots.isAllowed("https://example.com/")).toBe(true);
  expect(robots.isAllowed("https://www.example.com/shop/a")).toBe(false);
});

test("the longest rule decides, and allowing wins a tie", () => {
  const robots = read(
    "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c\nDisallow: /*.pdf$",
  );
  const allowed = ["/a/b/x", "/c", "/x.pdf?y"].map((path) =>
    robots.isAllowed(SITE + path.slice(1)),
  );
  const disallowed = ["/a/x", "/x.pdf"].map((path) => robots.isAllowed(SITE + path.slice(1)));
  expect([allowed, disallowed]).toEqual([
    [true, true, true],
    [false, false],
  ]);
});

test.each([
  ["", 1000],
  ["Crawl-delay: 0.2", 1000],
  ["Crawl-delay: 4", 4000],
  ["Crawl-delay: 3600", 10_000],
  ["Crawl-delay: soon", 1000],
])("with %j we wait %d ms between requests", (line, delayMs) => {
  expect(read(`User-agent: *\n${line}`).delayMs).toBe(delayMs);
});

test("only sitemaps of the site count", () => {
  const { sitemaps } = read(
    "Sitemap: https://www.example.com/a.xml\nSitemap: https://elsewhere.example/b.xml\nSitemap: /c.xml",
  );
  expect(sitemaps).toEqual(["https://www.example.com/a.xml"]);
});

// T105: docs/security.md
test("a rule with thousands of asterisks is applied", () => {
  const rule = `Disallow: /${"*a".repeat(20_000)}$`;
  expect(read(`User-agent: *\n${rule}`).isAllowed(`${SITE}${"a".repeat(900)}`)).toBe(true);
});

test("groups with our name are one, and lines between names separate nothing", () => {
  const robots = read(
    "User-agent: HarkReader/1.0\nSitemap: /x\n\nUser-agent: Other\nDisallow: /a # comment\nUser-agent: HARKREADER\nDisallow: /b\nDisallow:",
  );
  const allowed = ["a", "b", "c"].map((path) => robots.isAllowed(SITE + path));
  expect(allowed).toEqual([false, false, true]);
});

// Examples of RFC 9309, section 2.2.2 and 2.2.3.
test.each([
  ["/foo/bar?baz=quz", "/foo/bar?baz=quz"],
  ["/foo/bar/ツ", "/foo/bar/%E3%83%84"],
  ["/foo/bar/%E3%83%84", "/foo/bar/ツ"],
  ["/foo/bar/%62%61%7A", "/foo/bar/baz"],
  ["/path/file-with-a-%2A.html", "/path/file-with-a-*.html".replace("*", "%2a")],
  ["/this/*/exactly$", "/this/or/that/exactly"],
  ["/*/a*b", "/x/a/b/c"],
  ["*", "/"],
])("the rule %s fits the path %s", (rule, path) => {
  const url = new URL(path, SITE).href;
  expect(read(`User-agent: *\nDisallow: ${rule}`).isAllowed(url)).toBe(false);
});

test.each([
  ["/this/*/exactly$", "/this/path/exactly/more"],
  ["/a*a$", "/a"],
  ["/A", "/a"],
  ["/a$", "/ab"],
])("the rule %s does not fit the path %s", (rule, path) => {
  const url = new URL(path, SITE).href;
  expect(read(`User-agent: *\nDisallow: ${rule}`).isAllowed(url)).toBe(true);
});

test("a page that a site sends instead of the file has no rules", () => {
  expect(read("<html><body>Disallow: /</body></html>").isAllowed(SITE)).toBe(true);
});
