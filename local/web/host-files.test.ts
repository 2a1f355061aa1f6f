import { expect, test } from "vitest";
import { hostFiles } from "./host-files.ts";
import { securityHeaders } from "./security-headers.ts";

const VARIABLES = { VITE_CONVEX_URL: "https://otter-12.convex.cloud" };
const ORIGINS = {
  backendUrl: "https://otter-12.convex.cloud",
  siteUrl: "https://otter-12.convex.site",
  voiceUrls: ["https://c.daily.co", "https://*.daily.co"],
};

interface Vercel {
  rewrites: { source: string; destination: string }[];
  headers: { source: string; headers: { key: string; value: string }[] }[];
}

function vercel(): Vercel {
  return JSON.parse(hostFiles(VARIABLES)["vercel.json"] ?? "") as Vercel;
}

test("Netlify and Cloudflare are told the headers of this machine's own server", () => {
  const [everything = "", widget = ""] = (hostFiles(VARIABLES)._headers ?? "").split("\n\n");
  for (const [audience, text] of [
    ["owners", everything],
    ["visitors", widget.replace(/^[^]*! .*\n/, "")],
  ] as const) {
    const lines = text.split("\n").filter((line) => line.startsWith("  "));
    const expected = Object.entries(securityHeaders(audience, ORIGINS));
    expect(lines).toEqual(
      expect.arrayContaining(expected.map(([name, value]) => `  ${name}: ${value}`)),
    );
  }
});

test("what forbids frames is taken back for the talk button", () => {
  const [, widget = ""] = (hostFiles(VARIABLES)._headers ?? "").split("\n\n");
  expect(widget).toMatch(/^\/widget\/\*\n/);
  expect(widget).toContain("  ! X-Frame-Options\n");
  expect(widget).toContain("  ! Content-Security-Policy\n");
  expect(widget).not.toContain("  X-Frame-Options");
});

test("Vercel is told the same", () => {
  const [owners, visitors] = vercel().headers;
  const asPairs = (block: Vercel["headers"][number] | undefined) =>
    Object.fromEntries((block?.headers ?? []).map(({ key, value }) => [key, value]));
  expect(asPairs(owners)).toMatchObject(securityHeaders("owners", ORIGINS));
  expect(asPairs(visitors)).toMatchObject(securityHeaders("visitors", ORIGINS));
  expect(asPairs(visitors)).not.toHaveProperty("X-Frame-Options");
});

test("every host finds the talk button's page before the app's", () => {
  expect(hostFiles(VARIABLES)._redirects).toMatch(/\/widget\/\* \/widget\.html 200\n\/\* \/index/);
  expect(vercel().rewrites.map(({ destination }) => destination)).toEqual([
    "/widget.html",
    "/index.html",
  ]);
});

test("a call machine from elsewhere is the only place that calls may come from", () => {
  const variables = { ...VARIABLES, VITE_CALL_MACHINE_URL: "http://127.0.0.1:4278/machine.js" };
  const headers = hostFiles(variables)._headers ?? "";
  expect(headers).toContain("script-src 'self' http://127.0.0.1:4278 blob:");
  expect(headers).not.toContain("daily.co");
});
