import type { HtmlListener } from "./htmlEvents";
import { plainLine } from "./textBlocks";

/** What a page says about itself and its business, in the page's own words. */
export interface PageData {
  title: string;
  firstHeading: string;
  language: string;
  /** By `name` or `property`, in lower case. */
  meta: Map<string, string>;
  jsonLd: string[];
  /** The first `tel:` and the first `mailto:` link. */
  telephone: string;
  email: string;
  /** schema.org's names of a business's properties in attributes (microdata). */
  marked: Map<string, string[]>;
}

const MAX_JSON_LD_LENGTH = 300_000;
const MAX_META = 100;
const MAX_CAPTURED = 1000;
const MAX_MARKED = 50;
const MARKED = new Set([
  ...["telephone", "email", "openinghours", "pricerange", "streetaddress", "postalcode"],
  ...["addresslocality", "addresscountry"],
]);

export function collectPageData(): HtmlListener & { finish: () => PageData } {
  const data: PageData = {
    ...{ title: "", firstHeading: "", language: "", meta: new Map(), jsonLd: [] },
    ...{ telephone: "", email: "", marked: new Map() },
  };
  let jsonLdLength = 0;
  let depth = 0;
  /** What the text of the open element belongs to, and the depth at which it ends. */
  let capture: {
    depth: number;
    text: string;
    maxLength: number;
    end: (text: string) => void;
  } | null = null;
  const begin = (end: (text: string) => void, maxLength = MAX_CAPTURED) => {
    capture ??= { depth, text: "", maxLength, end };
  };

  function mark(name: string, value: string) {
    const values = data.marked.get(name) ?? [];
    if (value !== "" && values.length < MAX_MARKED) data.marked.set(name, [...values, value]);
  }

  return {
    onOpen(name, attributes) {
      depth++;
      const { content, href = "", itemprop = "" } = attributes;
      if (name === "html") data.language ||= attributes.lang ?? attributes["xml:lang"] ?? "";
      if (name === "title" && data.title === "") {
        begin((text) => (data.title ||= plainLine(text)));
      }
      if (name === "h1" && data.firstHeading === "") {
        begin((text) => (data.firstHeading ||= plainLine(text)));
      }
      if (name === "meta" && content !== undefined && data.meta.size < MAX_META) {
        const key = (attributes.name ?? attributes.property ?? "").toLowerCase();
        if (key !== "" && !data.meta.has(key))
          data.meta.set(key, plainLine(content.slice(0, MAX_CAPTURED)));
      }
      if (name === "script" && /^application\/ld\+json/i.test(attributes.type ?? "")) {
        const left = MAX_JSON_LD_LENGTH - jsonLdLength;
        begin((text) => {
          jsonLdLength += text.length;
          data.jsonLd.push(text);
        }, left);
      }
      if (name === "a" && /^tel:/i.test(href)) data.telephone ||= targetOf(href);
      if (name === "a" && /^mailto:/i.test(href)) data.email ||= targetOf(href);
      const property = itemprop.toLowerCase();
      if (MARKED.has(property)) {
        const value = content ?? attributes.datetime;
        if (value !== undefined) mark(property, plainLine(value.slice(0, MAX_CAPTURED)));
        else begin((text) => mark(property, plainLine(text)));
      }
    },
    onText(text) {
      if (capture !== null && capture.text.length < capture.maxLength) capture.text += text;
    },
    onClose() {
      if (capture?.depth === depth) {
        const { end, text, maxLength } = capture;
        capture = null;
        end(text.slice(0, maxLength));
      }
      depth--;
    },
    finish: () => data,
  };
}

/** `tel:+49%2030%201234?x` without scheme, parameters and escapes. */
function targetOf(href: string): string {
  const [target = ""] = href.slice(href.indexOf(":") + 1, MAX_CAPTURED).split("?");
  try {
    return plainLine(decodeURIComponent(target));
  } catch {
    return plainLine(target);
  }
}
