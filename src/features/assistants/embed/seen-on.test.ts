import { expect, test } from "vitest";
import { seenOn } from "./seen-on";

const MINUTE_MS = 60_000;
const NOW_MS = Date.UTC(2026, 0, 31);

test.each([
  { minutes: -1, says: "Seen on www.example.com just now." },
  { minutes: 0.9, says: "Seen on www.example.com just now." },
  { minutes: 1, says: "Seen on www.example.com 1 minute ago." },
  { minutes: 2, says: "Seen on www.example.com 2 minutes ago." },
  { minutes: 59.9, says: "Seen on www.example.com 59 minutes ago." },
  { minutes: 60, says: "Seen on www.example.com within the last day." },
  { minutes: 24 * 60, says: "Seen on www.example.com 1 day ago." },
  { minutes: 72 * 60, says: "Seen on www.example.com 3 days ago." },
])("seen $minutes minutes ago: $says", ({ minutes, says }) => {
  const atMs = NOW_MS - minutes * MINUTE_MS;
  expect(seenOn([{ site: "https://www.example.com", atMs }], NOW_MS)).toBe(says);
});

test("other websites are counted, and without any there is no text", () => {
  const seen = ["http://127.0.0.1:8080", "https://a.example", "https://b.example"].map((site) => ({
    site,
    atMs: NOW_MS,
  }));
  expect(seenOn(seen, NOW_MS)).toBe(
    "Seen on 127.0.0.1:8080 just now, and before that on 2 other websites.",
  );
  expect(seenOn(seen.slice(1), NOW_MS)).toBe(
    "Seen on a.example just now, and before that on 1 other website.",
  );
  expect(seenOn([], NOW_MS)).toBeNull();
});
