/** What arrives before a prerendered page is painted: one response, in one flight of packets. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { BUILD_FOLDER } from "../runner/steps.ts";

/** Ten packets of 1,460 bytes, which a server sends before it waits: https://www.rfc-editor.org/rfc/rfc6928 */
const FIRST_FLIGHT = 14_600;
const FOR_HEADERS = 1_600;

for (const page of ["index.html", "privacy.html", "terms.html"]) {
  test(`${page} fits into the first flight, compressed and with its headers`, async () => {
    const html = await read(page);
    expect(gzipSync(html).length).toBeLessThanOrEqual(FIRST_FLIGHT - FOR_HEADERS);
  });

  test(`${page} is painted without another file`, async () => {
    const html = await read(page);
    const [head = "", body = ""] = html.split("</head>");
    expect(head).not.toContain('rel="stylesheet"');
    expect(head.match(/<script(?! type="module")[^>]*src/g)).toBeNull();
    expect(head).not.toContain('as="font"');
    // The style for later content comes after the page's content.
    expect(body.indexOf('rel="stylesheet"')).toBeGreaterThan(body.indexOf("</footer>"));
    // The policy blocks these, so they would have no effect.
    expect(html).not.toMatch(/ style="/);
  });
}

async function read(page: string): Promise<string> {
  return await readFile(path.join(BUILD_FOLDER, page), "utf8");
}
