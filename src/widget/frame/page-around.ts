/** The page that the button stands on, for assistants that are told where their visitor is. */
import type { Heard } from "./host-link";

export interface PageAround {
  url: string;
  title: string;
}

/**
 * As the page itself says, for which the browser vouches with its origin. Without our script only the browser tells, mostly of
 * the site alone.
 */
export function pageAround(said: Heard["page"]): PageAround | null {
  if (said === undefined) {
    return document.referrer === ""
      ? null
      : { url: document.referrer.replace(/[?#].*/, ""), title: "" };
  }
  const { url, title, origin } = said;
  if (typeof url !== "string" || typeof title !== "string") return null;
  return URL.canParse(url) && new URL(url).origin === origin ? { url, title } : null;
}
