/** The page around the button, for assistants that get the visitor's page. */
import type { Heard } from "./host-link";

export interface PageAround {
  url: string;
  title: string;
}

/**
 * The page that our script reports, if its origin is the one that the browser states. Without our script we use the
 * referrer, which often contains only the site.
 */
export function pageAround(reported: Heard["page"]): PageAround | null {
  if (reported === undefined) {
    return document.referrer === ""
      ? null
      : { url: document.referrer.replace(/[?#].*/, ""), title: "" };
  }
  const { url, title, origin } = reported;
  if (typeof url !== "string" || typeof title !== "string") return null;
  return URL.canParse(url) && new URL(url).origin === origin ? { url, title } : null;
}
