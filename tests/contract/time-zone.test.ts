/**
 * Functions run in UTC, wherever the machine is: get-convex/convex-backend, crates/common/src/utils.rs `ensure_utc`,
 * which crates/isolate/src/client.rs calls before it runs anything.
 */
import { ConvexHttpClient } from "convex/browser";
import { expect, test } from "vitest";
import { api } from "./app-api.ts";
import { openMortalBackend } from "./crash/mortal-backend.ts";

const HALF_A_YEAR_MS = 181 * 86_400_000;

test("[F7] the time zone of functions is UTC, even in Tokyo", async () => {
  const backend = await openMortalBackend({ timeZone: "Asia/Tokyo" });
  const http = new ConvexHttpClient(backend.url, { logger: false });
  const utc = [
    "Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)",
    "0",
    "0",
    String(HALF_A_YEAR_MS),
    "0",
    "12:00:00 AM",
    "UTC",
  ];
  expect(await http.query(api.runtime.localTimeInQuery, {})).toEqual(utc);
  expect(await http.action(api.runtime.localTimeInAction, {})).toEqual(utc);
  await backend.remove();
});
