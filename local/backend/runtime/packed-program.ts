/**
 * A program in memory that all threads see. As a message it would be written anew for each of them, megabytes of
 * modules every time, in one turn of the backend's event loop.
 */
import { deserialize, serialize } from "node:v8";
import type { Program } from "./protocol.ts";

export type PackedProgram = Uint8Array<SharedArrayBuffer>;

export function packProgram(program: Program): PackedProgram {
  const bytes = serialize(program);
  const packed = new Uint8Array(new SharedArrayBuffer(bytes.length));
  packed.set(bytes);
  return packed;
}

export function unpackProgram(packed: PackedProgram): Program {
  return deserialize(packed) as Program;
}
