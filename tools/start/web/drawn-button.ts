/**
 * The talk button's page with all that it needs in it, for the functions to fill in: they take this file from
 * the app's host, so that what a page loads later is what stands beside it there.
 */
import { hashOf } from "./inline-parts.ts";
import { securityHeaders } from "./security-headers.ts";
import type { Origins } from "./security-headers.ts";

export const DRAWN_BUTTON_FILE = "talk-button.json";

/** Stands in the policy for the hash of the style that an assistant's look is. */
const LOOK = "'look'";

export interface BuiltButton {
  /** The page that looks its assistant up by itself. */
  html: string;
  style: string;
  script: string;
  /** What stands in the page, by the icon. */
  faces: Record<string, string>;
}

/** `convex/talkButton/widgetPage.ts` says how its parts make a page. */
export function drawnButton({ html, style, script, faces }: BuiltButton, origins: Origins) {
  const inlined = {
    scripts: [hashOf(script)],
    styles: [hashOf(style), LOOK],
  };
  // What is fetched beside the page, or from the backend ahead of its look-up.
  const alone = html
    .replace(/<script type="module"[^>]*><\/script>/g, "")
    .replace(/<link rel="(?:stylesheet|preconnect|modulepreload)"[^>]*>/g, "")
    .replace(/>\s+</g, "><")
    .trim();
  const parts = /^(.*)(<\/head>.*<main id="root"[^>]*)><\/main>(.*)$/s.exec(alone);
  if (parts === null) throw new Error(`This is no page for a talk button: ${alone}`);
  if (/<\/script|<!--/i.test(script)) throw new Error("This script cannot stand within a page.");
  const [, head = "", main = "", end = ""] = parts;
  return {
    // The functions know whether there is Turnstile, and allow it.
    headers: securityHeaders("visitors", { ...origins, turnstileUrl: null }, inlined),
    head: `${head}<style>${style}</style>`,
    main,
    faces,
    end: `</main><script>${script}</script>${end}`,
  };
}
