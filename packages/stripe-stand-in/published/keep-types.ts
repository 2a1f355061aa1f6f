/** `node keep-types.ts <folder of the SDK> <file>` reads the types and caches them in the file. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readTypes } from "./read-types.ts";

const [, , sdkFolder = "", file = ""] = process.argv;

mkdirSync(path.dirname(file), { recursive: true });
// Renamed into place, so that nobody reads half of it.
const unfinished = `${file}.${process.pid}`;
writeFileSync(unfinished, JSON.stringify(readTypes(sdkFolder)));
renameSync(unfinished, file);
