import { afterEach, expect, test, vi } from "vitest";
import { fetchPage } from "./fetchPage";
import { fetchRobots, readRobots } from "./robots";

const SITE = "https://example.com/";
const CONTACT = "https://hark.example/reader";

afterEach(() => void vi.unstubAllGlobals());

/** Answers by path, and returns the paths that were asked for. */
function answer(responses: Record<string, () => Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (url: string) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const response = responses[pathname]?.();
    return response === undefined
      ? Promise.reject(new TypeError("fetch failed"))
      : Promise.resolve(response);
  });
  return asked;
}

const body = (length: number, type: string) => () =>
  new Response("x".repeat(length), { headers: { "Content-Type": type } });
const redirect = (to: string) => () => new Response("", { status: 302, headers: { Location: to } });

// T105: docs/security.md
test.each([
  ["a page of 2 MB", 2_000_000, "text/html", "page"],
  ["a longer page", 2_000_001, "text/html", "tooLong"],
  ["a PDF of 300 KB", 300_000, "application/pdf", "pdf"],
  ["a longer PDF", 300_001, "application/pdf", "tooLong"],
])("%s is reported by its length", async (_, length, type, kind) => {
  answer({ "/": body(length, type) });
  expect((await fetchPage(SITE, { site: SITE, contact: CONTACT })).kind).toBe(kind);
});

test("a website that does not respond is unreachable", async () => {
  answer({});
  const fetched = await fetchPage(SITE, { site: SITE, contact: CONTACT });
  expect(fetched).toMatchObject({ kind: "unreachable" });
});

test("a redirect to what robots.txt forbids is not followed", async () => {
  const asked = answer({ "/": redirect("/private"), "/private": body(1, "text/html") });
  const isAllowed = (url: string) => !url.endsWith("/private");
  const fetched = await fetchPage(SITE, { site: SITE, contact: CONTACT, isAllowed });
  expect([fetched.kind, asked]).toEqual(["disallowed", ["/"]]);
});

const status = (code: number) => () => new Response("Disallow: /", { status: code });

test.each([
  ["is missing", status(404), true],
  ["asks for a password", status(401), true],
  ["fails", status(503), false],
  ["is asked for too often", status(429), false],
  ["redirects to another site", redirect("https://elsewhere.example/"), false],
  ["is longer than 500 KB", body(600_000, "text/plain"), false],
  ["redirects in a circle", redirect("/robots.txt"), true],
])("whether pages may be read if robots.txt %s", async (_, response, isAllowed) => {
  answer({ "/robots.txt": response });
  const file = await fetchRobots(SITE, { site: SITE, contact: CONTACT });
  expect(readRobots(file).isAllowed(SITE)).toBe(isAllowed);
});

test("rules too long to keep allow nothing", async () => {
  const rules = Array.from({ length: 5000 }, (_, index) => `Disallow: /${index}`).join("\n");
  answer({ "/robots.txt": () => new Response(`User-agent: *\n${rules}`) });
  const file = await fetchRobots(SITE, { site: SITE, contact: CONTACT });
  expect(file).toMatchObject({ kind: "nothingAllowed", hasNoResponse: false });
});
