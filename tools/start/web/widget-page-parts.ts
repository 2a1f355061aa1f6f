/**
 * The parts of the talk button's page, with style and script inlined. The functions fetch this file from the app's host
 * and insert the assistant, so a page later loads the scripts of the same build.
 */
import { hashOf } from "./inline-parts.ts";
import { securityHeaders } from "./security-headers.ts";
import type { Origins } from "./security-headers.ts";

export const WIDGET_PAGE_PARTS_FILE = "talk-button.json";

/** Placeholder in the content security policy for the hash of the assistant's own style. */
const LOOK_STYLE_HASH = "'look'";

export interface BuiltButton {
  /** The fallback page, which looks up its assistant itself. */
  html: string;
  style: string;
  script: string;
  /** The button's markup for each icon. */
  faces: Record<string, string>;
}

/** `convex/talkButton/widgetPage.ts` joins the parts. */
export function widgetPageParts({ html, style, script, faces }: BuiltButton, origins: Origins) {
  const inlineParts = {
    scripts: [hashOf(script)],
    styles: [hashOf(style), LOOK_STYLE_HASH],
  };
  // Without scripts and styles that are inlined, and without preloads for the lookup.
  const page = html
    .replace(/<script type="module"[^>]*><\/script>/g, "")
    .replace(/<link rel="(?:stylesheet|preconnect|modulepreload)"[^>]*>/g, "")
    .replace(/>\s+</g, "><")
    .trim();
  const parts = /^(.*)(<\/head>.*<main id="root"[^>]*)><\/main>(.*)$/s.exec(page);
  if (parts === null) throw new Error(`This is not the talk button's page: ${page}`);
  if (/<\/script|<!--/i.test(script)) throw new Error("This script cannot be inlined in a page.");
  const [, head = "", main = "", end = ""] = parts;
  return {
    // The functions know whether Turnstile is set up, and add it.
    headers: securityHeaders("visitors", { ...origins, turnstileUrl: null }, inlineParts),
    head: `${head}<style>${style}</style>`,
    main,
    faces,
    end: `</main><script>${script}</script>${end}`,
  };
}
