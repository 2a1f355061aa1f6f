/** The style of the stand-ins' pages that list what arrived. */
import { readFile } from "node:fs/promises";

const STYLE = new URL("./page.css", import.meta.url);

export async function pageStyle(): Promise<string> {
  return await readFile(STYLE, "utf8");
}
