/** Unpacks what it reads, as a process of its own. */
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

await pipeline(process.stdin, createBrotliDecompress(), process.stdout);
