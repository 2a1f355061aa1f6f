/**
 * The few calls of WASI that the synthesizer makes: arguments, a clock, and one file that it writes, which
 * stays in memory. Node's own WASI crashes the process after some dozen programs on one worker thread.
 */
export interface ProgramRun {
  code: number;
  /** The file that the program wrote. */
  output: Uint8Array;
}

const SUCCESS = 0;
const BAD_DESCRIPTOR = 8;
const FOLDER = "/out";
const FOLDER_DESCRIPTOR = 3;
const FILE_DESCRIPTOR = 4;
const DIRECTORY = 3;
const REGULAR_FILE = 4;
const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;

/** Where a program has to write its output. */
export const OUTPUT_FILE = `${FOLDER}/output`;

class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`The program exited with ${code}`);
    this.code = code;
  }
}

export function runProgram(program: WebAssembly.Module, args: string[]): ProgramRun {
  let file = new Uint8Array(0);
  let length = 0;
  let position = 0;
  const encoder = new TextEncoder();
  const words = ["program", ...args].map((arg) => encoder.encode(`${arg}\0`));
  // Looked up for each call: the memory moves when it grows.
  const bytes = () => new Uint8Array(memory.buffer);
  const view = () => new DataView(memory.buffer);

  const append = (chunk: Uint8Array) => {
    const end = position + chunk.length;
    if (end > file.length) {
      const grown = new Uint8Array(Math.max(end, 2 * file.length));
      grown.set(file);
      file = grown;
    }
    file.set(chunk, position);
    position = end;
    length = Math.max(length, end);
  };

  const calls = {
    args_sizes_get(count: number, size: number) {
      view().setUint32(count, words.length, true);
      view().setUint32(
        size,
        words.reduce((sum, word) => sum + word.length, 0),
        true,
      );
      return SUCCESS;
    },
    args_get(pointers: number, texts: number) {
      let at = texts;
      for (const [index, word] of words.entries()) {
        view().setUint32(pointers + 4 * index, at, true);
        bytes().set(word, at);
        at += word.length;
      }
      return SUCCESS;
    },
    clock_time_get(_clock: number, _precision: bigint, result: number) {
      view().setBigUint64(result, BigInt(Date.now()) * 1_000_000n, true);
      return SUCCESS;
    },
    fd_prestat_get(descriptor: number, result: number) {
      if (descriptor !== FOLDER_DESCRIPTOR) return BAD_DESCRIPTOR;
      view().setUint32(result, 0, true);
      view().setUint32(result + 4, FOLDER.length, true);
      return SUCCESS;
    },
    fd_prestat_dir_name(_descriptor: number, result: number) {
      bytes().set(encoder.encode(FOLDER), result);
      return SUCCESS;
    },
    fd_fdstat_get(descriptor: number, result: number) {
      bytes().fill(0, result, result + 24);
      view().setUint8(result, descriptor === FOLDER_DESCRIPTOR ? DIRECTORY : REGULAR_FILE);
      view().setBigUint64(result + 8, ALL_RIGHTS, true);
      view().setBigUint64(result + 16, ALL_RIGHTS, true);
      return SUCCESS;
    },
    fd_fdstat_set_flags: () => SUCCESS,
    path_open(...args: unknown[]) {
      // The last of nine: where to put the new descriptor.
      const result = Number(args[8]);
      view().setUint32(result, FILE_DESCRIPTOR, true);
      return SUCCESS;
    },
    fd_write(descriptor: number, vectors: number, count: number, result: number) {
      let written = 0;
      for (let index = 0; index < count; index++) {
        const start = view().getUint32(vectors + 8 * index, true);
        const size = view().getUint32(vectors + 8 * index + 4, true);
        if (descriptor === FILE_DESCRIPTOR) append(bytes().subarray(start, start + size));
        written += size;
      }
      view().setUint32(result, written, true);
      return SUCCESS;
    },
    fd_seek(descriptor: number, offset: bigint, whence: number, result: number) {
      if (descriptor !== FILE_DESCRIPTOR) return BAD_DESCRIPTOR;
      const from = [0, position, length][whence] ?? 0;
      position = from + Number(offset);
      view().setBigUint64(result, BigInt(position), true);
      return SUCCESS;
    },
    fd_read: () => BAD_DESCRIPTOR,
    fd_close: () => SUCCESS,
    proc_exit(code: number) {
      throw new Exit(code);
    },
  };

  const instance = new WebAssembly.Instance(program, { wasi_snapshot_preview1: calls });
  const { memory, _start: start } = instance.exports as {
    memory: WebAssembly.Memory;
    _start: () => void;
  };
  let code = 0;
  try {
    start();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    code = error.code;
  }
  return { code, output: file.slice(0, length) };
}
