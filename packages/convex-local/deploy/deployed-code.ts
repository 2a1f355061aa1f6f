/**
 * The compiled code of the live push, in a file beside the data: a start need not compile it again, nor have it pushed.
 * The database holds the digest by which the file is found.
 */
import { createHash } from "node:crypto";
import { open, readFile, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import { version as esbuildVersion } from "esbuild";
import type { Parts } from "../runtime/protocol.ts";

export interface DeployedCode {
  /** Returns the digest. The file is on disk by then. */
  save(parts: Parts): Promise<string>;
  /** Null where the file is missing, damaged, or written by another compiler. */
  load(digest: string): Promise<Parts | null>;
  removeAllBut(digest: string): Promise<void>;
}

/** Increase it when `compile.ts` compiles the same source to something else. */
const COMPILER_VERSION = 1;
const COMPILER = `${COMPILER_VERSION} ${esbuildVersion} ${process.version}`;

interface SavedCode {
  compiler: string;
  parts: Parts;
}

export function deployedCode(dataFolder: string): DeployedCode {
  const fileOf = (digest: string) => path.join(dataFolder, `deployed-${digest}.bin`);
  return {
    async save(parts) {
      const content = serialize({ compiler: COMPILER, parts } satisfies SavedCode);
      const digest = digestOf(content);
      const file = fileOf(digest);
      const handle = await open(`${file}.new`, "w", 0o600);
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.new`, file);
      return digest;
    },
    async load(digest) {
      const content = await readFile(fileOf(digest)).catch(() => null);
      if (content === null || digestOf(content) !== digest) return null;
      const { compiler, parts } = deserialize(content) as SavedCode;
      return compiler === COMPILER ? parts : null;
    },
    async removeAllBut(digest) {
      const current = path.basename(fileOf(digest));
      for (const name of await readdir(dataFolder)) {
        if (name.startsWith("deployed-") && name !== current) await rm(path.join(dataFolder, name));
      }
    },
  };
}

function digestOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
