/**
 * What a push came to, beside the data: a start compiles and looks at nothing anew, and megabytes of sources need
 * not stay in memory.
 */
import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import path from "node:path";
import { deserialize, serialize } from "node:v8";
import { KEPT_IN } from "../../ahead/kept-text.ts";
import { forgetCompiled } from "../functions/compile.ts";
import { unpackParts } from "../runtime/packed-parts.ts";
import type { PackedParts } from "../runtime/packed-parts.ts";
import type { Analysis, Variables } from "../runtime/protocol.ts";

/** A push by its digest, and what its evaluation depends on besides. */
export interface EvaluationOf {
  request: string;
  variables: Variables;
}

export interface Evaluation {
  parts: PackedParts;
  /** Null where the variables were others. */
  analysis: Analysis | null;
}

export interface KeptEvaluation {
  recall(of: EvaluationOf): Promise<Evaluation | null>;
  keep(of: EvaluationOf, evaluation: Evaluation): Promise<void>;
}

/** Before the texts, which are read as they are. */
interface Head {
  /** Of which program it is. */
  by: string;
  request: string;
  variables: string;
  analysis: Analysis | null;
  outline: Uint8Array;
  texts: { size: number; digest: string };
}

const SIZE_BYTES = 8;

const FILE = "evaluated.bin";

/** A program that was not bundled ahead keeps nothing: it may have changed since. */
export function keptEvaluation(dataFolder: string, keptIn = KEPT_IN): KeptEvaluation {
  if (keptIn === null) return { recall: async () => null, keep: async () => undefined };
  const file = path.join(dataFolder, FILE);
  const by = path.basename(keptIn);

  return {
    async recall({ request, variables }) {
      const handle = await open(file).catch(() => null);
      if (handle === null) return null;
      try {
        const head = await readHead(handle);
        if (head?.by !== by || head.request !== request) return null;
        const texts = await readShared(handle, head.texts.size);
        if (digestOf(texts) !== head.texts.digest) return null;
        const outline = new Uint8Array(new SharedArrayBuffer(head.outline.length));
        outline.set(head.outline);
        const analysis = head.variables === namesOf(variables) ? head.analysis : null;
        return { parts: { outline, texts }, analysis };
      } finally {
        await handle.close();
      }
    },
    async keep({ request, variables }, { parts, analysis }) {
      const head: Head = {
        by,
        request,
        variables: namesOf(variables),
        analysis,
        outline: new Uint8Array(parts.outline),
        texts: { size: parts.texts.length, digest: digestOf(parts.texts) },
      };
      await rm(file, { force: true });
      const handle = await open(`${file}.new`, "w", 0o600);
      try {
        const bytes = serialize(head);
        const size = Buffer.alloc(SIZE_BYTES);
        size.writeBigUInt64LE(BigInt(bytes.length));
        for (const piece of [size, bytes, parts.texts]) await handle.writeFile(piece);
      } finally {
        await handle.close();
      }
      await rename(`${file}.new`, file);
      for (const { definition, schema, modules } of unpackParts(parts).values()) {
        forgetCompiled([definition, schema, ...modules.values()].filter((one) => one !== null));
      }
    },
  };
}

function namesOf(variables: Variables): string {
  return digestOf(JSON.stringify(Object.entries(variables).sort(([a], [b]) => (a < b ? -1 : 1))));
}

function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Null when another version of Node wrote it, or when it is not whole: then it is made again. */
async function readHead(handle: FileHandle): Promise<Head | null> {
  const size = Buffer.alloc(SIZE_BYTES);
  await handle.read(size);
  const { size: whole } = await handle.stat();
  const length = Number(size.readBigUInt64LE());
  if (length > whole) return null;
  const bytes = Buffer.alloc(length);
  await handle.read(bytes);
  try {
    return deserialize(bytes) as Head;
  } catch {
    return null;
  }
}

async function readShared(handle: FileHandle, size: number) {
  const bytes = new Uint8Array(new SharedArrayBuffer(size));
  await handle.read(bytes);
  return bytes;
}
