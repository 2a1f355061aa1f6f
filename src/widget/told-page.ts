/** The page that the button stands on, as far as this frame is told of it. */
import type { Heard } from "./host-link";

export interface ToldPage {
  url: string;
  title: string;
}

/**
 * By the page itself, of which the browser says where it is from. Without the script the browser alone tells, mostly
 * of the site and no more.
 */
export function toldPage(given: Heard["page"]): ToldPage | null {
  if (given === undefined) {
    return document.referrer === ""
      ? null
      : { url: document.referrer.replace(/[?#].*/, ""), title: "" };
  }
  const { url, title, origin } = given;
  if (typeof url !== "string" || typeof title !== "string") return null;
  return URL.canParse(url) && new URL(url).origin === origin ? { url, title } : null;
}
