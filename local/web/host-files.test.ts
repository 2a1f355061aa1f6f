import { expect, test } from "vitest";
import { hostFiles } from "./host-files.ts";
import { securityHeaders } from "./security-headers.ts";

const VARIABLES = { VITE_CONVEX_URL: "https://otter-12.convex.cloud" };
const ORIGINS = {
  backendUrl: "https://otter-12.convex.cloud",
  siteUrl: "https://otter-12.convex.site",
  voiceUrls: ["https://c.daily.co", "https://*.daily.co"],
};

const INLINE = { scripts: ["'sha256-c2NyaXB0'"], styles: ["'sha256-c3R5bGU='"] };

interface Vercel {
  rewrites: { source: string; destination: string }[];
  headers: { source: string; headers: { key: string; value: string }[] }[];
}

function vercel(): Vercel {
  return JSON.parse(hostFiles(VARIABLES, INLINE)["vercel.json"] ?? "") as Vercel;
}

test("Netlify and Cloudflare are told the headers of this machine's own server", () => {
  const [everything = "", widget = ""] = (hostFiles(VARIABLES, INLINE)._headers ?? "").split(
    "\n\n",
  );
  for (const [audience, text] of [
    ["owners", everything],
    ["visitors", widget.replace(/^[^]*! .*\n/, "")],
  ] as const) {
    const lines = text.split("\n").filter((line) => line.startsWith("  "));
    const expected = Object.entries(securityHeaders(audience, ORIGINS, INLINE));
    expect(lines).toEqual(
      expect.arrayContaining(expected.map(([name, value]) => `  ${name}: ${value}`)),
    );
  }
});

test("what forbids frames is taken back for the talk button", () => {
  const [, widget = ""] = (hostFiles(VARIABLES, INLINE)._headers ?? "").split("\n\n");
  expect(widget).toMatch(/^\/widget\/\*\n/);
  expect(widget).toContain("  ! X-Frame-Options\n");
  expect(widget).toContain("  ! Content-Security-Policy\n");
  expect(widget).not.toContain("  X-Frame-Options");
});

test("Vercel is told the same", () => {
  const [owners, visitors] = vercel().headers;
  const asPairs = (block: Vercel["headers"][number] | undefined) =>
    Object.fromEntries((block?.headers ?? []).map(({ key, value }) => [key, value]));
  expect(asPairs(owners)).toMatchObject(securityHeaders("owners", ORIGINS, INLINE));
  expect(asPairs(visitors)).toMatchObject(securityHeaders("visitors", ORIGINS));
  expect(asPairs(visitors)).not.toHaveProperty("X-Frame-Options");
});

test("what stands in the pages is named to all hosts, and only the app's own pages have any", () => {
  const [everything = "", widget = ""] = (hostFiles(VARIABLES, INLINE)._headers ?? "").split(
    "\n\n",
  );
  expect(everything).toContain(
    "script-src 'self' 'sha256-c2NyaXB0'; style-src 'self' 'sha256-c3R5bGU=';",
  );
  expect(widget).not.toContain("sha256");
});

test("every host finds the talk button's page, the app's for what a script draws, and files for the rest", () => {
  const lines = (hostFiles(VARIABLES, INLINE)._redirects ?? "").trim().split("\n");
  expect(lines[1]).toBe("/widget/* /widget.html 200");
  expect(lines).toContain("/dashboard/* /app 200");
  expect(lines).toContain("/test-embed /app 200");
  // Cloudflare would follow such a rule for scripts and pictures too.
  expect(lines.filter((line) => line.startsWith("/*"))).toEqual([]);
  const rewrites = vercel().rewrites.map(({ source, destination }) => `${source} ${destination}`);
  expect(rewrites[0]).toBe("/widget/:id* /widget.html");
  expect(rewrites).toContain("/dashboard/:rest* /app.html");
  expect(rewrites.at(-1)).toBe("/:page(login|privacy|terms) /:page.html");
});

test("a call machine from elsewhere is the only place that calls may come from", () => {
  const variables = { ...VARIABLES, VITE_CALL_MACHINE_URL: "http://127.0.0.1:4278/machine.js" };
  const headers = hostFiles(variables, INLINE)._headers ?? "";
  expect(headers).toContain("script-src 'self' http://127.0.0.1:4278 blob:");
  expect(headers).not.toContain("daily.co");
});
