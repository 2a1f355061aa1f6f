import { expect, test } from "vitest";
import { readSitemap } from "./sitemap";

const SITE = "https://example.com/";
const url = (path: string) => `<url><loc>https://example.com/${path}</loc></url>`;

test("a sitemap lists pages of the site, at most 2,000", () => {
  const pages = Array.from({ length: 3000 }, (_, index) => url(`p${index}`)).join("");
  expect(readSitemap(`<urlset>${pages}</urlset>`, SITE).pages).toHaveLength(2000);
  const outside = "<urlset><url><loc>https://elsewhere.example/</loc></url></urlset>";
  expect(readSitemap(outside, SITE).pages).toEqual([]);
});

test("an index lists sitemaps, without compressed ones", () => {
  const entry = (name: string) => `<sitemap><loc>https://www.example.com/${name}</loc></sitemap>`;
  const index = `<sitemapindex>${entry("a.xml")}${entry("b.xml.gz")}</sitemapindex>`;
  const sitemaps = ["https://www.example.com/a.xml"];
  expect(readSitemap(index, SITE)).toEqual({ pages: [], sitemaps });
});

test("broken XML is read as far as it goes", () => {
  const xml =
    "<urlset><url><loc>https://example.com/a</url><url><LOC> https://example.com/b\n</loc>";
  expect(readSitemap(xml, SITE).pages).toEqual(["https://example.com/a", "https://example.com/b"]);
  expect(readSitemap("<html>Not found", SITE)).toEqual({ pages: [], sitemaps: [] });
});

// T105: docs/security.md
test("entities that a document defines are not expanded", () => {
  const bomb = `<!DOCTYPE u [<!ENTITY a "aaaa"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  const { pages } = readSitemap(`${bomb}<urlset>${url("&a;&amp;&x;")}</urlset>`, SITE);
  expect(pages).toEqual(["https://example.com/&a;&&x;"]);
});

// T105: docs/security.md
test("XML with many levels or many elements is read only in part", () => {
  expect(readSitemap("<a>".repeat(300_000), SITE).pages).toEqual([]);
  expect(readSitemap("<a/>".repeat(20_000) + url("late"), SITE).pages).toEqual([]);
});
