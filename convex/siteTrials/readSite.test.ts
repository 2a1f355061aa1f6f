import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readSite } from "./readSite";

const START = "https://bakery.test/";
const LINKS = ["a", "b", "c", "d", "e"].map((name) => `<a href="/${name}">${name}</a> or `);
let requests: { path: string; atMs: number }[];
let robots: string;
let more: string;

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  robots = "";
  more = "";
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname: path } = new URL(url);
    requests.push({ path, atMs: Date.now() });
    if (path === "/robots.txt") return new Response(robots);
    const headers = { "Content-Type": "text/html" };
    return new Response(
      `<title>Page ${path}</title><p>About ${path}. ${LINKS.join("")}</p>${more}`,
      {
        headers,
      },
    );
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function read() {
  const beganAtMs = Date.now();
  const reading = readSite(START, "https://hark.test");
  const all = (async () => {
    for (let step = await reading.next(); ; step = await reading.next()) {
      if (step.done === true) return step.value;
    }
  })();
  await vi.advanceTimersByTimeAsync(60_000);
  const ended = await all;
  return { ended, seconds: requests.map(({ atMs }) => (atMs - beganAtMs) / 1000) };
}

// T109: docs/security.md
test("a page is requested each second, and five at most", async () => {
  const { ended, seconds } = await read();
  expect(seconds).toEqual([0, 1, 2, 3, 4, 5]);
  expect(requests.map(({ path }) => path)).toEqual(["/robots.txt", "/", "/a", "/b", "/c", "/d"]);
  expect(ended.kind === "site" && ended.site.pages).toHaveLength(5);
});

// T109: docs/security.md
test("a website that asks for longer pauses gets them, and fewer pages are read", async () => {
  robots = "User-agent: *\nCrawl-delay: 4\n";
  const { ended, seconds } = await read();
  expect(seconds).toEqual([0, 4, 8]);
  expect(ended.kind === "site" && ended.site.pages).toHaveLength(2);
});

test("a long website is cut to what a model can read again for each answer", async () => {
  more = Array.from({ length: 900 }, (_, at) => `<p>Book number ${at} is on the shelf.</p>`).join(
    "",
  );
  const { ended } = await read();
  const pages = ended.kind === "site" ? ended.site.pages : [];
  expect(pages.map(({ title }) => title)).toEqual(["Page /", "Page /a"]);
  expect(pages.reduce((sum, { text }) => sum + text.length, 0)).toBe(40_000);
});
