/** `node keep-types.ts <folder of the SDK> <file>`: reads the types and keeps them in the file. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readTypes } from "./read-types.ts";

const [, , sdkFolder = "", file = ""] = process.argv;

mkdirSync(path.dirname(file), { recursive: true });
// Whoever reads at the same time finds all of it or nothing.
const unfinished = `${file}.${process.pid}`;
writeFileSync(unfinished, JSON.stringify(readTypes(sdkFolder)));
renameSync(unfinished, file);
