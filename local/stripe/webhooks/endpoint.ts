import { invalid } from "../errors.ts";

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** Events name customers, so they go nowhere but to this machine. */
export function requireLoopback(url: string): void {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address?.protocol === "http:" && LOOPBACK.has(address.hostname)) return;
  throw invalid(
    `A webhook endpoint must be an http address of this machine, not ${url}`,
    "url_invalid",
    "url",
  );
}
