/**
 * The compiled and analyzed code of the live push, in a file beside the data: a start need not do either again, nor have
 * it pushed.
 * The database holds the digest by which the file is found.
 */
import { createHash } from "node:crypto";
import { open, readFile, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import { version as esbuildVersion } from "esbuild";
import type { AnalyzedPush } from "./evaluate.ts";

export interface DeployedCode {
  /** Returns the digest. The file is on disk by then. */
  save(push: AnalyzedPush): Promise<string>;
  /** Null where the file is missing, damaged, or written by another compiler. */
  load(digest: string): Promise<AnalyzedPush | null>;
  removeAllBut(digest: string): Promise<void>;
}

/** Increase it when the same source is compiled to something else or analyzed otherwise. */
const COMPILER_VERSION = 2;
const COMPILER = `${COMPILER_VERSION} ${esbuildVersion} ${process.version}`;

interface SavedCode extends AnalyzedPush {
  compiler: string;
}

export function deployedCode(dataFolder: string): DeployedCode {
  const fileOf = (digest: string) => path.join(dataFolder, `deployed-${digest}.bin`);
  return {
    async save({ parts, analysis }) {
      const content = serialize({ compiler: COMPILER, parts, analysis } satisfies SavedCode);
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
      const { compiler, parts, analysis } = deserialize(content) as SavedCode;
      return compiler === COMPILER ? { parts, analysis } : null;
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
