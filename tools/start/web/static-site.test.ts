import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStaticSite } from "./static-site.ts";
import type { SiteResponse } from "./static-site.ts";

const ORIGINS = {
  backendUrl: "http://127.0.0.1:4276",
  siteUrl: "http://127.0.0.1:4277",
  voiceUrls: ["http://127.0.0.1:4278"],
};
const SHELL = "<!doctype html><script>shade()</script>";
const BROWSER = { "sec-fetch-mode": "navigate" };
const SCRIPT = { "sec-fetch-mode": "cors" };

async function builtApp() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hark-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const web = path.join(folder, "web");
  await mkdir(path.join(web, "assets"), { recursive: true });
  await mkdir(path.join(web, ".vite"));
  await writeFile(path.join(folder, "secret.txt"), "secret");
  await writeFile(path.join(web, "index.html"), "<!doctype html><h1>");
  await writeFile(path.join(web, "privacy.html"), "<!doctype html><style>h2{color:red}</style>");
  await writeFile(path.join(web, "app.html"), SHELL);
  await writeFile(path.join(web, "widget.html"), "<!doctype html><main>");
  await writeFile(path.join(web, "talk.html"), "<!doctype html><div>");
  await writeFile(path.join(web, "favicon.svg"), "<svg/>");
  await writeFile(path.join(web, "assets/app-1a2b.js"), "run()");
  await writeFile(path.join(web, ".vite/manifest.json"), "{}");
  const site = await openStaticSite(web, ORIGINS);
  return (target: string, headers: Record<string, string> = BROWSER, method = "GET") =>
    site({ method, target, headers });
}

function textOf(response: SiteResponse): string | undefined {
  return response.body?.toString();
}

test.each([
  ["/", 200, "<!doctype html><h1>"],
  ["/index.html", 200, "<!doctype html><h1>"],
  ["/privacy", 200, "<!doctype html><style>h2{color:red}</style>"],
  ["/dashboard", 200, SHELL],
  ["/dashboard/calls?x=1", 200, SHELL],
  ["/test-embed?assistant=a", 200, SHELL],
  ["/talk/hark", 200, "<!doctype html><div>"],
  // The app shows its own "not found" page.
  ["/talks", 404, SHELL],
  ["/widgets", 404, SHELL],
  ["/dashboards", 404, SHELL],
])("%s is a page", async (target, status, text) => {
  const get = await builtApp();
  const response = get(target);
  expect(response.status).toBe(status);
  expect(textOf(response)).toBe(text);
  expect(response.headers).toMatchObject({
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-cache",
  });
});

test("inline scripts and styles are allowed by their hashes, and no others", async () => {
  const policy = (await builtApp())("/").headers["Content-Security-Policy"] ?? "";
  const hash = (text: string) => createHash("sha256").update(text).digest("base64");
  expect(policy).toContain(`script-src 'self' 'sha256-${hash("shade()")}';`);
  expect(policy).toContain(`style-src 'self' 'sha256-${hash("h2{color:red}")}';`);
});

test("files with a hash in their name are cached forever, others are revalidated", async () => {
  const get = await builtApp();
  expect(get("/assets/app-1a2b.js", SCRIPT).headers).toMatchObject({
    "Content-Type": "text/javascript; charset=utf-8",
    "Cache-Control": "public, max-age=31536000, immutable",
  });
  const icon = get("/favicon.svg", SCRIPT);
  expect(icon.headers["Cache-Control"]).toBe("no-cache");
  const again = get("/favicon.svg", { ...SCRIPT, "if-none-match": icon.headers.ETag ?? "" });
  expect(again).toMatchObject({ status: 304, body: null });
});

test("a client without Sec-Fetch-Mode gets the page", async () => {
  const get = await builtApp();
  expect(get("/", {}).status).toBe(200);
  expect(get("/dashboard", {}).status).toBe(200);
  expect(get("/gone.png", {}).status).toBe(404);
});

test("a script may check whether there is a talk button", async () => {
  const site = await builtApp();
  expect(site("/widget/hark", SCRIPT, "HEAD")).toMatchObject({ status: 200, body: null });
  expect(site("/widget/hark.js", SCRIPT).status).toBe(404);
});

test("a missing file is a 404, not the app", async () => {
  const get = await builtApp();
  expect(get("/assets/gone.js", SCRIPT).status).toBe(404);
  expect(get("/assets/gone.js", BROWSER).status).toBe(404);
  expect(get("/api/anything", SCRIPT).status).toBe(404);
});

test.each([
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/assets/..%5c..%5csecret.txt",
  "//etc/passwd",
  "/.vite/manifest.json",
])("no path leads out of the app's folder: %s", async (target) => {
  const response = (await builtApp())(target, SCRIPT);
  expect(response.status).toBe(404);
  expect(textOf(response)).toBe("Not found\n");
});

test("a path that cannot be decoded is a bad request", async () => {
  expect((await builtApp())("/%E0%A4%A").status).toBe(400);
});

test("HEAD answers without a body, and nothing else is allowed", async () => {
  const get = await builtApp();
  expect(get("/", BROWSER, "HEAD")).toMatchObject({ status: 200, body: null });
  expect(get("/", BROWSER, "POST")).toMatchObject({ status: 405, headers: { Allow: "GET, HEAD" } });
});

// T24: docs/security.md
test("pages may not be framed, and may connect to this app's backend only", async () => {
  const { headers } = (await builtApp())("/dashboard");
  const policy = headers["Content-Security-Policy"] ?? "";
  expect(policy).toContain("default-src 'self'; script-src 'self' 'sha256-");
  expect(policy).toContain(
    "connect-src 'self' http://127.0.0.1:4276 ws://127.0.0.1:4276 http://127.0.0.1:4277;",
  );
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
  expect(headers).toMatchObject({
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": expect.stringContaining("microphone=(self)") as string,
  });
});

test.each(["/widget", "/widget/", "/widget/abc", "/widget/abc?testing=true"])(
  "%s is the talk button",
  async (target) => {
    expect(textOf((await builtApp())(target))).toBe("<!doctype html><main>");
  },
);

// T25: docs/security.md
test("the talk button may be framed by any site, and does not need eval", async () => {
  const { headers } = (await builtApp())("/widget/abc");
  const policy = headers["Content-Security-Policy"] ?? "";
  expect(policy).toContain("frame-ancestors *");
  expect(policy).toContain("script-src 'self' http://127.0.0.1:4278 blob:;");
  expect(policy).toContain("http://127.0.0.1:4278 ws://127.0.0.1:4278;");
  expect(policy).not.toContain("unsafe");
  expect(headers).not.toHaveProperty("X-Frame-Options");
});

test("error responses have the same security headers", async () => {
  const { headers } = (await builtApp())("/assets/gone.js", SCRIPT);
  expect(headers["X-Content-Type-Options"]).toBe("nosniff");
});

// T24: docs/security.md
test("the talk page may be framed like the talk button", async () => {
  const get = await builtApp();
  const { headers } = get("/talk/hark");
  expect(headers["Content-Security-Policy"]).toContain("frame-ancestors *");
  expect(headers["Content-Security-Policy"]).not.toContain("unsafe");
  expect(headers["X-Frame-Options"]).toBeUndefined();
  expect(get("/talk.html").headers["X-Frame-Options"]).toBe("DENY");
});
