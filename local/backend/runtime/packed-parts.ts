/**
 * Modules in memory that all threads see. As a message they would be written anew for each of them, megabytes
 * every time, in one turn of the backend's event loop. A thread takes out of it what it runs.
 */
import { deserialize, serialize } from "node:v8";
import type { CompiledModule } from "../functions/compile.ts";
import type { Part } from "./protocol.ts";

type Bytes = Uint8Array<SharedArrayBuffer>;

export interface PackedParts {
  /** What there is, and where its texts are. */
  outline: Bytes;
  texts: Bytes;
}

type Parts = ReadonlyMap<string, Part>;
/** From where, and how many bytes. */
type Place = [number, number];
type PackedModule = Omit<CompiledModule, "code" | "sourceMap"> & {
  code: Place;
  sourceMap: Place | null;
};

export function packParts(parts: Parts): PackedParts {
  const texts: string[] = [];
  let size = 0;
  const pack = (text: string): Place => {
    const length = Buffer.byteLength(text);
    texts.push(text);
    size += length;
    return [size - length, length];
  };
  const outline = withModules(parts, (module): PackedModule => {
    const { code, sourceMap } = module;
    return { ...module, code: pack(code), sourceMap: sourceMap === null ? null : pack(sourceMap) };
  });
  const outlineBytes = serialize(outline);
  const packed: PackedParts = { outline: shared(outlineBytes.length), texts: shared(size) };
  packed.outline.set(outlineBytes);
  const into = Buffer.from(packed.texts.buffer);
  let at = 0;
  // Each where it belongs at once: buffers of their own would be megabytes more.
  for (const text of texts) at += into.write(text, at);
  return packed;
}

export function unpackParts({ outline, texts }: PackedParts): Map<string, Part> {
  const textAt = ([from, length]: Place) => Buffer.from(texts.buffer, from, length).toString();
  return withModules(
    deserialize(outline) as ReadonlyMap<string, PartOf<PackedModule>>,
    ({ code, sourceMap, ...module }): CompiledModule => ({
      ...module,
      get code() {
        return textAt(code);
      },
      get sourceMap() {
        return sourceMap === null ? null : textAt(sourceMap);
      },
    }),
  );
}

interface PartOf<M> {
  definition: M | null;
  schema: M | null;
  modules: ReadonlyMap<string, M>;
}

function withModules<From, To>(
  parts: ReadonlyMap<string, PartOf<From>>,
  change: (module: From) => To,
): Map<string, PartOf<To>> {
  const changed = (module: From | null) => (module === null ? null : change(module));
  return new Map(
    [...parts].map(([path, { definition, schema, modules }]) => [
      path,
      {
        definition: changed(definition),
        schema: changed(schema),
        modules: new Map([...modules].map(([name, module]) => [name, change(module)])),
      },
    ]),
  );
}

function shared(size: number): Bytes {
  return new Uint8Array(new SharedArrayBuffer(size));
}
