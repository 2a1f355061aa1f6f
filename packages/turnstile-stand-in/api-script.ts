/** What browsers load from the stand-in: the script and the page of a challenge. */
import { fileURLToPath } from "node:url";
import { bundle } from "@hark/stand-in-kit/bundle";

const PAGE_SCRIPT = new URL("./page-script.ts", import.meta.url);

export async function apiScript(): Promise<string> {
  return await bundle(fileURLToPath(PAGE_SCRIPT), { where: "browser" });
}

/** The page in the frame. It posts the outcome to the page that contains it. */
export function challengePage(outcome: Record<string, string>, parentOrigin: string): string {
  const message = JSON.stringify(outcome).replaceAll("<", String.raw`\u003c`);
  return `<!doctype html><title>Challenge</title><script>parent.postMessage(${message}, ${JSON.stringify(parentOrigin)})</script>`;
}
