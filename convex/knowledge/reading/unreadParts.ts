import type { Attributes } from "./htmlEvents";

/** Which elements of a page are no text for visitors: code, forms, menus, what is hidden, and questions about cookies. */

const NO_TEXT = new Set([
  ...[
    "script",
    "style",
    "noscript",
    "noframes",
    "template",
    "svg",
    "math",
    "iframe",
    "object",
    "canvas",
  ],
  ...["audio", "video", "select", "textarea", "datalist", "nav", "head", "title"],
]);
const NO_TEXT_ROLES = new Set([
  ...["navigation", "menubar", "menu", "search", "dialog", "alertdialog", "tablist"],
]);
/** Never judged by their class, which often tells the state of the whole page, such as `cookies-not-set`. */
const WHOLE_PAGE = new Set(["html", "body", "main", "article"]);
const INVISIBLE = /(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)/i;
const ONLY_FOR_SCREEN_READERS =
  /^(screen-reader-text|sr-only|visually-hidden|visuallyhidden|skip-link|breadcrumbs?)$/;
const COOKIE_BANNER = new RegExp(
  [
    "^(cookie|consent|gdpr|dsgvo|privacy)s?[-_]?(banner|bar|notice|consent|law|popup|overlay|hint|info|box|message|modal|dialog|layer|wall)",
    "^(cmplz|onetrust|cybot|borlabs|didomi|usercentrics|iubenda-cs|cky|cc-window|cc-banner|klaro|truste)",
  ].join("|"),
);
const FOOTER =
  /^((site|page|main)[-_]?)?footer([-_]?(wrapper|area|widgets?|container|content))?$|^colophon$/;

export function isUnread(name: string, attributes: Attributes): boolean {
  if (NO_TEXT.has(name) || isHidden(name, attributes)) return true;
  if (NO_TEXT_ROLES.has(attributes.role ?? "") || attributes["aria-modal"] === "true") return true;
  if (WHOLE_PAGE.has(name)) return false;
  return namesOf(attributes).some(
    (one) => ONLY_FOR_SCREEN_READERS.test(one) || COOKIE_BANNER.test(one),
  );
}

/** Header, footer and sidebars, which a site repeats on its pages. */
export function isRepeated(name: string, attributes: Attributes): boolean {
  if (name === "footer" || name === "aside" || attributes.role === "contentinfo") return true;
  return (
    (name === "div" || name === "section") && namesOf(attributes).some((one) => FOOTER.test(one))
  );
}

function isHidden(name: string, attributes: Attributes): boolean {
  if (attributes.hidden !== undefined || attributes["aria-hidden"] === "true") return true;
  return (
    (name === "dialog" && attributes.open === undefined) || INVISIBLE.test(attributes.style ?? "")
  );
}

function namesOf({ id = "", class: classes = "" }: Attributes): string[] {
  return `${id} ${classes}`.slice(0, 500).toLowerCase().split(/\s+/);
}
