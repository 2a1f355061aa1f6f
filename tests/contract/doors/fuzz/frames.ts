/** WebSocket frames (RFC 6455, section 5.2) that no client library sends, and the server's close codes. */

export interface Frame {
  /** Four bits; 3 to 7 and 11 to 15 are reserved. */
  opcode: number;
  payload: string;
  isFinal: boolean;
  /** The three bits that are reserved for extensions. */
  reserved: number;
  /** Clients must mask. */
  isMasked: boolean;
  /** Difference between the announced and the actual length. */
  lengthLie: number;
}

/** In latin1, like all input here. */
export function encodeFrame(frame: Frame): string {
  const payload = Buffer.from(frame.payload, "latin1");
  const length = Math.max(0, payload.length + frame.lengthLie);
  const first = (frame.isFinal ? 0x80 : 0) | (frame.reserved << 4) | frame.opcode;
  const maskBit = frame.isMasked ? 0x80 : 0;
  const mask = Buffer.from([0x12, 0x34, 0x56, 0x78]);
  const masked = frame.isMasked
    ? Buffer.concat([mask, payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))])
    : payload;
  return Buffer.concat([Buffer.from([first]), lengthBytes(length, maskBit), masked]).toString(
    "latin1",
  );
}

function lengthBytes(length: number, maskBit: number): Buffer {
  if (length < 126) return Buffer.from([maskBit | length]);
  if (length < 2 ** 16) return Buffer.from([maskBit | 126, length >> 8, length & 0xff]);
  const bytes = Buffer.alloc(9);
  bytes[0] = maskBit | 127;
  bytes.writeBigUInt64BE(BigInt(length), 1);
  return bytes;
}

/** The close codes in the server's frames, which are never masked. */
export function closeCodes(received: string): number[] {
  const bytes = Buffer.from(received, "latin1");
  const codes: number[] = [];
  let at = bytes.indexOf("\r\n\r\n") + 4;
  while (at + 2 <= bytes.length) {
    const opcode = (bytes[at] ?? 0) & 0x0f;
    let length = bytes[at + 1] ?? 0;
    at += 2;
    if (length === 126) length = bytes.readUInt16BE(at);
    else if (length === 127) length = Number(bytes.readBigUInt64BE(at));
    at += length < 126 ? 0 : length < 2 ** 16 ? 2 : 8;
    if (opcode === 8 && length >= 2 && at + 2 <= bytes.length) codes.push(bytes.readUInt16BE(at));
    at += length;
  }
  return codes;
}
