import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { examineCallers } from "./callers.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function siteThatSees(seen: (forwarded: string) => string | null): Promise<string> {
  const server = createServer((request, response) => {
    const address = seen(String(request.headers["x-forwarded-for"]));
    response.end(JSON.stringify({ address }));
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const examined = (siteUrl: string) => examineCallers({ facts: { siteUrl }, timeoutMs: 20_000 });

// T22: docs/security.md
test.each([
  ["a forged address", (forwarded: string) => forwarded, "caller-forged"],
  ["no address at all", () => null, "caller-unknown"],
  ["its own", () => "198.51.100.7", "callers"],
])("a caller who is rate-limited by %s: %s", async (_what, seen, code) => {
  const findings = await examined(await siteThatSees(seen));
  expect(findings.map((finding) => finding.code)).toEqual([code]);
});

test("older functions do not tell the address", async () => {
  const [finding] = await examined("http://127.0.0.1:9");
  expect(finding).toMatchObject({ verdict: "unknown", code: "caller-silent" });
});
