/** Checks that the app is at SITE_URL, built for this deployment and served with its headers. */
import { get as getPlainly } from "node:http";
import { get as getSafely } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { TURNSTILE_URL, VOICE_URLS } from "../../start/web/host-files.ts";
import { inlineParts } from "../../start/web/inline-parts.ts";
import type { InlineParts } from "../../start/web/inline-parts.ts";
import { securityHeaders } from "../../start/web/security-headers.ts";
import type { Audience, Origins } from "../../start/web/security-headers.ts";
import { findingsOn, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Target } from "./target.ts";
import { hasTurnstile } from "./turnstile.ts";

const { ok, fault, unknown } = findingsOn("app");

const BUTTON = "/widget/00000000-0000-4000-8000-000000000000";
/** A route of the app, and the talk button's fallback page. */
const PAGES: [Audience, string][] = [
  ["owners", "/dashboard/subscription"],
  ["visitors", `${BUTTON}?testing=true`],
];
/** Only with Turnstile, the landing page has headers of its own. */
const LANDING: [Audience, string] = ["landing", "/"];
const UPLOAD_DIST = "Upload the folder dist, which npm run deploy builds, to the host of SITE_URL.";

export async function examineApp({ variables, facts, timeoutMs }: Target): Promise<Finding[]> {
  const { SITE_URL = "", VAPI_API_URL = "", TURNSTILE_API_URL = "" } = variables;
  if (!URL.canParse(SITE_URL)) return [];
  const origins = {
    backendUrl: facts.cloudUrl,
    siteUrl: facts.siteUrl,
    voiceUrls: VAPI_API_URL === "" ? VOICE_URLS : [VAPI_API_URL],
    turnstileUrl: hasTurnstile(variables) ? TURNSTILE_API_URL || TURNSTILE_URL : null,
  };
  try {
    const findings = [];
    const pages = origins.turnstileUrl === null ? PAGES : [LANDING, ...PAGES];
    for (const [audience, path] of pages) {
      const url = new URL(path, SITE_URL);
      findings.push(...examinePage(url, audience, origins, await visit(url, timeoutMs)));
    }
    const script = new URL("/embed.js", SITE_URL);
    findings.push(...examineScript(script, await visit(script, timeoutMs)));
    if (findings.length === 0) {
      const button = new URL(BUTTON, SITE_URL);
      findings.push(...examineButton(button, await visit(button, timeoutMs)));
    }
    return findings.length > 0 ? findings : [ok("app", `${SITE_URL} serves the app.`)];
  } catch (error) {
    const message = `${SITE_URL} cannot be reached (${reasonOf(error)}).`;
    return [fault("app-unreachable", message, UPLOAD_DIST)];
  }
}

function examinePage(url: URL, audience: Audience, origins: Origins, answer: Answer): Finding[] {
  if (answer.status !== 200 || !isOurs(answer.body)) {
    const message = `${url.href} answers ${answer.status} and is not a page of Hark.`;
    return [fault(`page-${audience}`, message, UPLOAD_DIST)];
  }
  const policy = String(answer.headers["content-security-policy"] ?? "");
  if (policy !== "" && !policy.includes(origins.backendUrl)) {
    const message = `${url.href} was built for another deployment than ${origins.backendUrl}.`;
    return [fault(`built-for-another-${audience}`, message, UPLOAD_DIST)];
  }
  const wrong = Object.entries(securityHeaders(audience, origins, namedIn(policy, answer.body)))
    .filter(([name, value]) => answer.headers[name.toLowerCase()] !== value)
    .map(([name]) => name);
  if (audience === "visitors" && "x-frame-options" in answer.headers) wrong.push("X-Frame-Options");
  if (wrong.length === 0) return [];
  const message = `${url.href} has wrong headers: ${wrong.join(", ")}.`;
  const fix =
    "dist contains them as _headers and vercel.json. Configure other hosts with the same headers.";
  return [fault(`headers-${audience}`, message, fix)];
}

/** No assistant has this ID, so its widget page is empty. */
function examineButton(url: URL, { status, headers, body }: Answer): Finding[] {
  const isFramed = !("x-frame-options" in headers);
  if (status === 200 && isFramed && body.includes('id="root"') && !isOurs(body)) return [];
  const message = `${url.origin} serves the talk button's fallback page, which takes longer to load.`;
  const fix =
    "The host must proxy /widget/ to the functions: docs/hosting.md. After a deploy it may take five minutes.";
  return [unknown("widget-page-not-proxied", message, fix)];
}

/** The hashes that the policy lists, if they include those of the page; otherwise the page's. */
function namedIn(policy: string, page: string): InlineParts {
  const named = { scripts: hashesIn("script-src", policy), styles: hashesIn("style-src", policy) };
  const needed = inlineParts([page]);
  const isComplete = (["scripts", "styles"] as const).every((kind) =>
    needed[kind].every((hash) => named[kind].includes(hash)),
  );
  return isComplete ? named : needed;
}

function hashesIn(directive: string, policy: string): string[] {
  const sources = policy.split("; ").find((part) => part.startsWith(`${directive} `)) ?? "";
  return sources.split(" ").filter((source) => source.startsWith("'sha256-"));
}

/** Both pages load their script as a module from a folder of that name. */
export function isOurs(page: string): boolean {
  return /<script[^>]+src="\/assets\//.test(page);
}

function examineScript(url: URL, answer: Answer): Finding[] {
  const type = answer.headers["content-type"] ?? "";
  if (answer.status === 200 && type.includes("javascript")) return [];
  const message = `${url.href}, which other sites embed, is not a script (${answer.status}, ${type}).`;
  return [fault("embed-script", message, UPLOAD_DIST)];
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Requests a page as a browser does. `fetch` would send other Sec-Fetch headers. */
export function visit(url: URL, timeoutMs: number): Promise<Answer> {
  const get = url.protocol === "https:" ? getSafely : getPlainly;
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { Accept: "text/html,*/*" } }, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      text(answer).then((body) => resolve({ status, headers, body }), reject);
    });
    request.setTimeout(timeoutMs, () => request.destroy(new Error("no response")));
    request.once("error", reject);
  });
}
