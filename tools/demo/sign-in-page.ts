/**
 * The page behind the demo's link: it signs the demo's owner in, as the form would, and goes to the dashboard. It
 * stands on this machine's own server and nowhere else: what is deployed has neither it nor a way to ask for it.
 * docs/decisions/0025-signed-in-to-the-demo.md
 */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { signIn } from "./owner.ts";
import type { Credentials } from "./owner.ts";

export interface SignInPage extends Credentials {
  backendUrl: string;
  browser: string;
  /** What the path has to be: nobody guesses it, and no other website can lead here without it. */
  path: string;
}

/** Whether the request was for it. */
export function answersSignIn(
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
    // Where @convex-dev/auth looks for them.
    const address = backendUrl.replace(/[^a-zA-Z0-9]/g, "");
    const kept = {
      [`__convexAuthJWT_${address}`]: token,
      [`__convexAuthRefreshToken_${address}`]: refreshToken,
      "hark.browser": browser,
      "hark.subscription-seen": "true",
    };
    send(response, 200, entering(kept));
  } catch (error) {
    send(response, 500, { title: `The demo's owner could not be signed in: ${String(error)}` });
  }
}

interface Shown {
  title: string;
  script?: string;
}

function entering(kept: Record<string, string>): Shown {
  const entries = JSON.stringify(kept).replaceAll("<", String.raw`\u003c`);
  return {
    title: "Signing in …",
    script: `for (const [name, value] of Object.entries(${entries})) localStorage.setItem(name, value);
location.replace("/dashboard");`,
  };
}

function send(response: ServerResponse, status: number, { title, script }: Shown): void {
  const print = createHash("sha256")
    .update(script ?? "")
    .digest("base64");
  const text = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  response
    .writeHead(status, {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `default-src 'none'; script-src 'sha256-${print}'; frame-ancestors 'none'`,
      "Referrer-Policy": "no-referrer",
      "X-Frame-Options": "DENY",
    })
    .end(
      `<!doctype html><html lang="en"><title>${text}</title><p>${text}</p>${script === undefined ? "" : `<script>${script}</script>`}\n`,
    );
}
