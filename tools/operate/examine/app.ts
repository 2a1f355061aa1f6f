/** Whether the app is where it should be, built for this deployment, with its headers. */
import { get as getPlainly } from "node:http";
import { get as getSafely } from "node:https";
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { TURNSTILE_URL, VOICE_URLS } from "../../start/web/host-files.ts";
import { inlineParts } from "../../start/web/inline-parts.ts";
import type { InlineParts } from "../../start/web/inline-parts.ts";
import { securityHeaders } from "../../start/web/security-headers.ts";
import type { Audience, Origins } from "../../start/web/security-headers.ts";
import { findingsAbout, reasonOf } from "./finding.ts";
import type { Finding } from "./finding.ts";
import type { Patient } from "./patient.ts";
import { hasTurnstile } from "./turnstile.ts";

const { sound, fault, unknown } = findingsAbout("app");

const BUTTON = "/widget/00000000-0000-4000-8000-000000000000";
/** A page of the app that only the app knows, and a button's that looks up by itself. */
const PAGES: [Audience, string][] = [
  ["owners", "/dashboard/subscription"],
  ["visitors", `${BUTTON}?testing=true`],
];
const PUT_IT_THERE = "Put the folder dist, which npm run deploy builds, on the host of SITE_URL.";

export async function examineApp({ variables, facts, patienceMs }: Patient): Promise<Finding[]> {
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
    for (const [audience, path] of PAGES) {
      const url = new URL(path, SITE_URL);
      findings.push(...examinePage(url, audience, origins, await visit(url, patienceMs)));
    }
    const script = new URL("/embed.js", SITE_URL);
    findings.push(...examineScript(script, await visit(script, patienceMs)));
    if (findings.length === 0) {
      const button = new URL(BUTTON, SITE_URL);
      findings.push(...examineButton(button, await visit(button, patienceMs)));
    }
    return findings.length > 0 ? findings : [sound("app", `${SITE_URL} answers as it should.`)];
  } catch (error) {
    const says = `${SITE_URL} cannot be reached (${reasonOf(error)}).`;
    return [fault("app-unreachable", says, PUT_IT_THERE)];
  }
}

function examinePage(url: URL, audience: Audience, origins: Origins, answer: Answer): Finding[] {
  if (answer.status !== 200 || !isOurs(answer.body)) {
    const says = `${url.href} answers ${answer.status} and is no page of Hark's.`;
    return [fault(`page-${audience}`, says, PUT_IT_THERE)];
  }
  const policy = String(answer.headers["content-security-policy"] ?? "");
  if (policy !== "" && !policy.includes(origins.backendUrl)) {
    const says = `${url.href} was built for another deployment than ${origins.backendUrl}.`;
    return [fault(`built-for-another-${audience}`, says, PUT_IT_THERE)];
  }
  const wrong = Object.entries(securityHeaders(audience, origins, namedIn(policy, answer.body)))
    .filter(([name, value]) => answer.headers[name.toLowerCase()] !== value)
    .map(([name]) => name);
  if (audience === "visitors" && "x-frame-options" in answer.headers) wrong.push("X-Frame-Options");
  if (wrong.length === 0) return [];
  const says = `${url.href} has other headers than it should: ${wrong.join(", ")}.`;
  const mend =
    "dist brings them as _headers and vercel.json; on another host set them as they are there.";
  return [fault(`headers-${audience}`, says, mend)];
}

/** Nobody has that id, so its finished page is an empty one. */
function examineButton(url: URL, { status, headers, body }: Answer): Finding[] {
  const isFramed = !("x-frame-options" in headers);
  if (status === 200 && isFramed && body.includes('id="root"') && !isOurs(body)) return [];
  const says = `${url.origin} has the talk button look up its assistant by itself, which takes longer.`;
  const mend =
    "The host has to ask the functions for /widget/: docs/hosting.md. After a deploy they know the page within five minutes.";
  return [unknown("button-not-drawn", says, mend)];
}

/** What a policy names besides, if all that stands in the page itself is among it. */
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
function isOurs(page: string): boolean {
  return /<script[^>]+src="\/assets\//.test(page);
}

function examineScript(url: URL, answer: Answer): Finding[] {
  const type = answer.headers["content-type"] ?? "";
  if (answer.status === 200 && type.includes("javascript")) return [];
  const says = `${url.href}, which other sites embed, is no script (${answer.status}, ${type}).`;
  return [fault("embed-script", says, PUT_IT_THERE)];
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** As somebody who opens the address; `fetch` would say that it is a script. */
function visit(url: URL, patienceMs: number): Promise<Answer> {
  const get = url.protocol === "https:" ? getSafely : getPlainly;
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { Accept: "text/html,*/*" } }, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      text(answer).then((body) => resolve({ status, headers, body }), reject);
    });
    request.setTimeout(patienceMs, () => request.destroy(new Error("no answer")));
    request.once("error", reject);
  });
}
