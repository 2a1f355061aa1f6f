/**
 * Makes pocketsphinx.wasm of 2018 run with the whole English model. It needs two changes:
 *
 * - It converts float to int with instructions that trap where the number is too large, which happens within the first
 *   frames of any sound. The processors that pocketsphinx was written for saturate, and so do the newer instructions.
 * - It imports a memory of exactly 96 MiB, and the model with a turn of half a minute needs more.
 */

type Bytes = Buffer<ArrayBuffer>;

const IMPORT_SECTION = 2;
const CODE_SECTION = 10;
const MEMORY_IMPORT = 2;

/** `wasm` with saturating conversions and a memory of exactly so many pages of 64 KiB. */
export function mendWasm(wasm: Bytes, pages: number): Bytes {
  const file = new Reader(wasm, 8);
  const parts = [wasm.subarray(0, 8)];
  while (file.at < wasm.length) {
    const id = file.byte();
    const length = file.number();
    const [from, to] = [file.at, file.at + length];
    let section = wasm.subarray(from, to);
    if (id === IMPORT_SECTION) section = withMemory(wasm, { from, to, pages });
    if (id === CODE_SECTION) section = withSaturatingFunctions(wasm, from);
    parts.push(Buffer.from([id, ...encode(section.length)]), section);
    file.at = to;
  }
  return Buffer.concat(parts);
}

function withMemory(
  wasm: Bytes,
  { from, to, pages }: { from: number; to: number; pages: number },
): Bytes {
  const section = new Reader(wasm, from);
  for (let imports = section.number(); imports > 0; imports -= 1) {
    // The name of a module, and a name in it.
    for (let name = 0; name < 2; name += 1) {
      const length = section.number();
      section.at += length;
    }
    const kind = section.byte();
    if (kind === 0) section.skip();
    else if (kind === 3) section.at += 2;
    else {
      if (kind === 1) section.byte();
      const limits = section.at;
      const hasMaximum = section.byte() === 1;
      section.skip(hasMaximum ? 2 : 1);
      if (kind === MEMORY_IMPORT) {
        const wanted = Buffer.from([1, ...encode(pages), ...encode(pages)]);
        return Buffer.concat([wasm.subarray(from, limits), wanted, wasm.subarray(section.at, to)]);
      }
    }
  }
  throw new Error("The WebAssembly file imports no memory");
}

function withSaturatingFunctions(wasm: Bytes, from: number): Bytes {
  const section = new Reader(wasm, from);
  const count = section.number();
  const parts = [Buffer.from(encode(count))];
  for (let index = 0; index < count; index += 1) {
    const size = section.number();
    const body = withSaturatingConversions(wasm, section.at, section.at + size);
    parts.push(Buffer.from(encode(body.length)), body);
    section.at += size;
  }
  return Buffer.concat(parts);
}

function withSaturatingConversions(wasm: Bytes, from: number, to: number): Bytes {
  const code = new Reader(wasm, from);
  // The local variables: how many, of which type.
  for (let groups = code.number(); groups > 0; groups -= 1) code.skip(2);
  const parts: Bytes[] = [];
  let copied = from;
  while (code.at < to) {
    const { at } = code;
    const instruction = code.byte();
    const saturating = saturatingTwin(instruction);
    if (saturating === null) skipOperands(code, instruction);
    else {
      parts.push(wasm.subarray(copied, at), Buffer.from([0xfc, saturating]));
      copied = code.at;
    }
  }
  if (code.at !== to) throw new Error("A function of the WebAssembly file ends elsewhere");
  return Buffer.concat([...parts, wasm.subarray(copied, to)]);
}

/** i32.trunc_* are a8 to ab and i64.trunc_* ae to b1; those that saturate are fc 0 to 3 and fc 4 to 7. */
function saturatingTwin(instruction: number): number | null {
  if (instruction >= 0xa8 && instruction <= 0xab) return instruction - 0xa8;
  return instruction >= 0xae && instruction <= 0xb1 ? instruction - 0xae + 4 : null;
}

/** br, br_if, call, memory.size, memory.grow, i32.const, i64.const. */
const WITH_ONE_NUMBER = [0x0c, 0x0d, 0x10, 0x3f, 0x40, 0x41, 0x42];

function skipOperands(code: Reader, instruction: number): void {
  if (instruction >= 0x02 && instruction <= 0x04)
    code.byte(); // block, loop, if
  else if (instruction === 0x0e) {
    const targets = code.number(); // br_table
    code.skip(targets + 1);
  } else if (instruction === 0x11)
    code.skip(2); // call_indirect
  else if (instruction >= 0x28 && instruction <= 0x3e)
    code.skip(2); // load, store
  else if (instruction === 0x43)
    code.at += 4; // f32.const
  else if (instruction === 0x44)
    code.at += 8; // f64.const
  else if (WITH_ONE_NUMBER.includes(instruction)) code.skip();
  else if (instruction >= 0x20 && instruction <= 0x24)
    code.skip(); // local.*, global.*
  else if (instruction > 0xbf) throw new Error(`Not an instruction of 2018: ${instruction}`);
}

/** Reads bytes and LEB128 numbers. */
class Reader {
  at: number;
  private readonly bytes: Bytes;

  constructor(bytes: Bytes, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const byte = this.bytes.readUInt8(this.at);
    this.at += 1;
    return byte;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  skip(numbers = 1): void {
    for (let left = numbers; left > 0; left -= 1) while (this.byte() > 127);
  }
}

function encode(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  do {
    bytes.push(rest > 127 ? (rest & 127) | 128 : rest);
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}
