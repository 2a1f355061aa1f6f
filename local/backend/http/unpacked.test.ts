import { randomBytes } from "node:crypto";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { unpacked } from "./unpacked.ts";

const PIECE_BYTES = 1_000;

function request(bytes: Uint8Array<ArrayBuffer>): Request {
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        controller.enqueue(bytes.subarray(at, at + PIECE_BYTES));
      }
      controller.close();
    },
  });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  return new Request("http://localhost", init);
}

const packed = (text: string) => new Uint8Array(brotliCompressSync(text));

// Hardly to be packed, and characters of several bytes at the ends of pieces.
const TEXT = `${randomBytes(100_000).toString("base64")}${"Grüße 🌍 ".repeat(20_000)}`;

test("what comes in pieces is unpacked whole", async () => {
  expect(await unpacked(request(packed(TEXT)), 2 ** 20)).toBe(TEXT);
  expect(await unpacked(request(packed("")), 2 ** 20)).toBe("");
});

test("what is no Brotli, or ends too early, or has no body, is nothing", async () => {
  const plain = new TextEncoder().encode('{"functions":[]}');
  expect(await unpacked(request(plain), 2 ** 20)).toBeNull();
  expect(await unpacked(request(packed(TEXT).slice(0, -100)), 2 ** 20)).toBeNull();
  expect(await unpacked(new Request("http://localhost"), 2 ** 20)).toBeNull();
});

test("what unpacks to more than is allowed is nothing, however little it was", async () => {
  const bomb = packed("0".repeat(2 ** 24));
  expect(bomb.length).toBeLessThan(1_000);
  expect(await unpacked(request(bomb), 2 ** 24 - 1)).toBeNull();
  expect(await unpacked(request(bomb), 2 ** 24)).toHaveLength(2 ** 24);
});
