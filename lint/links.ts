/** Finds broken links in Markdown, and mentions of missing pages of docs in code and Markdown. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "./project-files.ts";

const LINK = /\]\(([^()\s]+)\)/g;
/** Not on another site, and not the beginning of a longer path. */
const MENTIONED = /(?<![\w./-])docs\/(?:[\w-]+\/)*[\w-]+\.md\b/g;
/** Their examples use projects that do not exist. */
const OWN_TESTS = /^lint\/.*\.test\.ts$/;
const FENCED = /^ *```.*?^ *```/gms;

/** `file: link` for each broken link. */
export function brokenLinks(root: string): string[] {
  const files = filesBelow(root).filter((file) => !OWN_TESTS.test(file));
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    const mentioned = [...text.matchAll(MENTIONED)].map(([page]) => page);
    const missing = mentioned.filter((page) => !existsSync(path.join(root, page)));
    const links = file.endsWith(".md") ? linksOf(text) : [];
    const broken = links.filter((link) => !leadsSomewhere(root, file, link));
    return [...new Set([...missing, ...broken])].map((link) => `${file}: ${link}`);
  });
}

function linksOf(markdown: string): string[] {
  const prose = markdown.replaceAll(FENCED, "").replaceAll(/`[^`\n]+`/g, "");
  return [...prose.matchAll(LINK)].map(([, link = ""]) => link);
}

function leadsSomewhere(root: string, file: string, link: string): boolean {
  if (/^(https?|mailto):/.test(link)) return true;
  const [target = "", anchor] = link.split("#");
  const page = target === "" ? file : path.posix.join(path.posix.dirname(file), target);
  if (!existsSync(path.join(root, page))) return false;
  if (anchor === undefined || !page.endsWith(".md")) return true;
  return anchorsOf(readFileSync(path.join(root, page), "utf8")).has(anchor);
}

/** GitHub's anchors for headings. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.replaceAll(FENCED, "").matchAll(/^#+ (.*)$/gm)];
  return new Set(
    headings.map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
