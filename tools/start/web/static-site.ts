/**
 * Serves a built app as a static host does. All files are read into memory once, so a request can only name one of them
 * and no other file on the machine.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { isAppRoute } from "./app-routes.ts";
import { contentType } from "./content-types.ts";
import { inlineParts, NO_INLINE_PARTS } from "./inline-parts.ts";
import { audienceOf, securityHeaders } from "./security-headers.ts";
import type { Origins } from "./security-headers.ts";

export interface SiteRequest {
  method: string;
  /** As in the request line: path and query. */
  target: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface SiteResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer | null;
}

export type StaticSite = (request: SiteRequest) => SiteResponse;

interface File {
  body: Buffer;
  headers: Record<string, string>;
}

const FIRST_PAGE = "/index.html";
/** For all routes that the app's script renders. */
const SHELL = "/app.html";
const WIDGET_PAGE = "/widget.html";
const TALK_PAGE = "/talk.html";

export async function openStaticSite(folder: string, origins: Origins): Promise<StaticSite> {
  const files = await readFiles(folder);
  for (const page of [FIRST_PAGE, SHELL, WIDGET_PAGE, TALK_PAGE]) {
    if (!files.has(page)) throw new Error(`There is no ${page} of a built app in ${folder}`);
  }

  const pages = [...files].filter(([name]) => name.endsWith(".html"));
  const inline = inlineParts(pages.map(([, { body }]) => body.toString()));

  return ({ method, target, headers }) => {
    const pathname = decodePath(target);
    if (pathname === null) return plain(400, "Bad request");
    const audience = audienceOf(pathname);
    const parts = audience === "visitors" ? NO_INLINE_PARTS : inline;
    const always = securityHeaders(audience, origins, parts);
    if (method !== "GET" && method !== "HEAD") {
      return plain(405, "Method not allowed", { ...always, Allow: "GET, HEAD" });
    }
    const name = files.has(pathname) ? pathname : pageAt(pathname, headers);
    const file = files.get(name ?? "");
    if (file === undefined) return plain(404, "Not found", always);
    const answer = { headers: { ...always, ...file.headers } };
    if (headers["if-none-match"] === file.headers.ETag) {
      return { ...answer, status: 304, body: null };
    }
    // The app shows its own "not found" page.
    const isMissing = name === SHELL && !isAppRoute(pathname);
    return { ...answer, status: isMissing ? 404 : 200, body: method === "HEAD" ? null : file.body };
  };

  /** The file of a page. Null for a missing picture or script. */
  function pageAt(pathname: string, headers: SiteRequest["headers"]): string | null {
    if (path.posix.extname(pathname) !== "") return null;
    // The talk button's page, for any embed ID. A script may check whether it exists.
    if (/^\/widget(\/|$)/.test(pathname)) return WIDGET_PAGE;
    if (!isNavigation(headers)) return null;
    if (pathname.startsWith("/talk/")) return TALK_PAGE;
    if (pathname === "/") return FIRST_PAGE;
    return files.has(`${pathname}.html`) ? `${pathname}.html` : SHELL;
  }
}

/** Clients without the header, such as link checkers, are treated as browsers that open a page. */
function isNavigation(headers: SiteRequest["headers"]): boolean {
  return (headers["sec-fetch-mode"] ?? "navigate") === "navigate";
}

function decodePath(target: string): string | null {
  try {
    return decodeURIComponent(target.replace(/[?#].*$/s, ""));
  } catch {
    return null;
  }
}

async function readFiles(folder: string): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    // Not Vite's manifest, which is in a dot folder.
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const pathname = `/${path.relative(folder, file).split(path.sep).join("/")}`;
    if (pathname.startsWith("/.")) continue;
    const body = await readFile(file);
    files.set(pathname, { body, headers: fileHeaders(pathname, body) });
  }
  return files;
}

function fileHeaders(pathname: string, body: Buffer): Record<string, string> {
  return {
    "Content-Type": contentType(pathname),
    "Content-Length": String(body.length),
    // Vite puts a hash of the content into the names in /assets/.
    "Cache-Control": pathname.startsWith("/assets/")
      ? "public, max-age=31536000, immutable"
      : "no-cache",
    ETag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
  };
}

function plain(status: number, text: string, headers: Record<string, string> = {}): SiteResponse {
  return {
    status,
    headers: {
      ...headers,
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
    },
    body: Buffer.from(`${text}\n`),
  };
}
