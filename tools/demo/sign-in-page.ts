/**
 * The page behind the demo's link. It signs the demo's owner in, as the form does, and opens the dashboard. It is part
 * of the local server only; a deployed Hark does not have it. docs/decisions/0025-signed-in-to-the-demo.md
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { signIn } from "./owner.ts";
import type { Credentials } from "./owner.ts";

export interface SignInPage extends Credentials {
  backendUrl: string;
  browser: string;
  /** The page's path. It cannot be guessed, so no other website can link to it. */
  path: string;
}

/** Answers a request for the page. Returns false for any other request. */
export function handleSignIn(
  page: SignInPage,
  { method = "GET" }: IncomingMessage,
  response: ServerResponse,
  { pathname }: URL,
): boolean {
  if (pathname !== page.path) return false;
  if (method !== "GET") response.writeHead(405, { Allow: "GET" }).end();
  else void answer(page, response);
  return true;
}

async function answer(page: SignInPage, response: ServerResponse): Promise<void> {
  try {
    const { backendUrl, email, password, browser } = page;
    const { token, refreshToken } = await signIn(backendUrl, { email, password, browser });
    // The keys that @convex-dev/auth reads.
    const address = backendUrl.replace(/[^a-zA-Z0-9]/g, "");
    const stored = {
      [`__convexAuthJWT_${address}`]: token,
      [`__convexAuthRefreshToken_${address}`]: refreshToken,
      "hark.browser": browser,
      "hark.subscription-seen": "true",
    };
    send(response, 200, signInScript(stored));
  } catch (error) {
    send(response, 500, { title: `The demo's owner could not be signed in: ${String(error)}` });
  }
}

interface PageContent {
  title: string;
  script?: string;
}

function signInScript(stored: Record<string, string>): PageContent {
  const entries = JSON.stringify(stored).replaceAll("<", String.raw`\u003c`);
  return {
    title: "Signing in …",
    script: `for (const [name, value] of Object.entries(${entries})) localStorage.setItem(name, value);
location.replace("/dashboard");`,
  };
}

function send(response: ServerResponse, status: number, { title, script }: PageContent): void {
  const hash = createHash("sha256")
    .update(script ?? "")
    .digest("base64");
  const text = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  response
    .writeHead(status, {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; script-src 'sha256-${hash}'; frame-ancestors 'none'`,
      "Referrer-Policy": "no-referrer",
      "X-Frame-Options": "DENY",
    })
    .end(
      `<!doctype html><html lang="en"><title>${text}</title><p>${text}</p>${script === undefined ? "" : `<script>${script}</script>`}\n`,
    );
}
