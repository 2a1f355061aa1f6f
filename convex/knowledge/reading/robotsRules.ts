import { isOfSite } from "./address";
import { AGENT_NAME } from "./fetchWithinSite";

/** The rules of a robots.txt: https://www.rfc-editor.org/rfc/rfc9309, section 2.2. */

export interface RobotsRule {
  isAllowing: boolean;
  /** A path with `*` for anything, and `$` for the end. */
  pattern: string;
}

export interface RobotsRules {
  /** Those for our name, or else those for everybody. */
  rules: RobotsRule[];
  /** https://en.wikipedia.org/wiki/Robots.txt#Crawl-delay_directive; 0 without one. */
  delaySeconds: number;
  sitemaps: string[];
}

const MAX_SITEMAPS = 20;

interface Group {
  agents: string[];
  rules: RobotsRule[];
  delaySeconds: number;
}

export function parseRobots(text: string, site: string): RobotsRules {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let hasRules = true;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = "", value = ""] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const field = name.toLowerCase();
    const written = value.trim();
    if (field === "user-agent") {
      const agent = /^[a-z_-]+|\*/i.exec(written)?.[0].toLowerCase() ?? "";
      if (hasRules) groups.push({ agents: [], rules: [], delaySeconds: 0 });
      groups.at(-1)?.agents.push(agent);
      hasRules = false;
    }
    if (field === "allow" || field === "disallow") {
      hasRules = true;
      // A rule without a path says nothing.
      if (written === "") continue;
      groups.at(-1)?.rules.push({ isAllowing: field === "allow", pattern: normalized(written) });
    }
    if (field === "crawl-delay") {
      hasRules = true;
      const group = groups.at(-1);
      if (group !== undefined) group.delaySeconds = Number(written) || 0;
    }
    if (field === "sitemap" && isOfSite(written, site) && sitemaps.length < MAX_SITEMAPS) {
      sitemaps.push(written);
    }
  }
  const named = groups.filter(({ agents }) => agents.includes(AGENT_NAME.toLowerCase()));
  const ours = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes("*"));
  return {
    rules: ours.flatMap(({ rules }) => rules),
    delaySeconds: Math.max(0, ...ours.map(({ delaySeconds }) => delaySeconds)),
    sitemaps,
  };
}

/** The longest rule that fits decides; of two equally long ones, the one that allows. */
export function isAllowedBy(rules: readonly RobotsRule[], url: string): boolean {
  const { pathname, search } = new URL(url);
  const path = normalized(`${pathname}${search}`);
  let best: RobotsRule | null = null;
  for (const rule of rules) {
    if (!fits(rule.pattern, path)) continue;
    const difference = rule.pattern.length - (best?.pattern.length ?? -1);
    if (difference > 0 || (difference === 0 && rule.isAllowing)) best = rule;
  }
  return best?.isAllowing ?? true;
}

/** Takes each part at its first place, which leaves most room for the others. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  const last = isWhole ? others.pop() : undefined;
  if (isWhole && last === undefined) return path === first;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= at);
}

/** Escapes what must be escaped, and nothing else, so that two spellings of a path are the same. */
function normalized(path: string): string {
  const escaped = path.replace(/[^\x21-\x7E]+/gu, (part) => {
    try {
      return encodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return escaped.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
}
