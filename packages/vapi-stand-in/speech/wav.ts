import { bytesOf, SAMPLE_RATE, samplesOf } from "./pcm.ts";

export const WAV_HEADER_BYTES = 44;

const BYTES_PER_SAMPLE = 2;
const PCM_FORMAT = 1;

export function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(PCM_FORMAT, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

export function toWav(samples: Int16Array): Buffer {
  const data = bytesOf(samples);
  return Buffer.concat([wavHeader(data.length), data]);
}

/** The samples of a file in our own format; anything else is an error that names the difference. */
export function fromWav(file: Buffer): Int16Array {
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WAVE") {
    throw new Error("Not a WAV file");
  }
  let at = 12;
  while (at + 8 <= file.length) {
    const name = file.toString("latin1", at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === "fmt ") requireOwnFormat(file.subarray(start, start + length));
    // Writers that stream leave a length behind that the file never had.
    if (name === "data")
      return samplesOf(file.subarray(start, Math.min(start + length, file.length)));
    at = start + length + (length % 2);
  }
  throw new Error("A WAV file without data");
}

function requireOwnFormat(format: Buffer): void {
  const found = {
    encoding: format.readUInt16LE(0),
    channels: format.readUInt16LE(2),
    rate: format.readUInt32LE(4),
    bits: format.readUInt16LE(14),
  };
  const isOwn =
    found.encoding === PCM_FORMAT &&
    found.channels === 1 &&
    found.rate === SAMPLE_RATE &&
    found.bits === 8 * BYTES_PER_SAMPLE;
  if (!isOwn) throw new Error(`Expected 16-bit mono PCM at 16 kHz, got ${JSON.stringify(found)}`);
}
