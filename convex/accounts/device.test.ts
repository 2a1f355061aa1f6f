import { expect, test } from "vitest";
import { deviceOf } from "./device";

const MOZILLA = "Mozilla/5.0";
const CHROMIUM = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36`, "Chrome on Windows"],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 Edg/142.0`,
    "Edge on Windows",
  ],
  [`${MOZILLA} (X11; Linux x86_64) ${CHROMIUM} Safari/537.36 OPR/120.0`, "Opera on Linux"],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${CHROMIUM} Safari/537.36`, "Chrome on ChromeOS"],
  [`${MOZILLA} (Linux; Android 10; K) ${CHROMIUM} Mobile Safari/537.36`, "Chrome on Android"],
  [
    `${MOZILLA} (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15`,
    "Safari on macOS",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile/15E148 Safari/604.1`,
    "Chrome on iPhone",
  ],
  [`${MOZILLA} (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, "Firefox on Linux"],
  [`${MOZILLA} (Macintosh)`, "macOS"],
  [`${MOZILLA} (X11; Linux x86_64) HeadlessChrome/142.0 Safari/537.36`, "Chrome on Linux"],
  ["curl/8.5.0", null],
  [null, null],
])("%s is called %s", (userAgent, called) => {
  expect(deviceOf(userAgent)).toBe(called);
});
