import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { isKeyText, keyHashOf, newKeyText } from "./keyText";

test("a key begins with the product's name, is long enough and never the same", () => {
  const keys = Array.from({ length: 50 }, () => newKeyText());
  for (const key of keys) {
    expect(key).toMatch(/^hark_live_[0-9A-Za-z]{49}$/);
    expect(isKeyText(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(50);
});

test("all of the 32 bytes are in it, and the checksum is the CRC-32 of the rest", () => {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const largest = newKeyText(new Uint8Array(32).fill(255));
  const secret = largest.slice("hark_live_".length, -6);
  const number = Array.from(secret).reduce(
    (sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)),
    0n,
  );
  expect(number).toBe(2n ** 256n - 1n);
  const sum = Array.from(largest.slice(-6)).reduce(
    (all, digit) => all * 62 + digits.indexOf(digit),
    0,
  );
  expect(sum).toBe(crc32(largest.slice(0, -6)));
});

test("a key with a mistake in it is none", () => {
  const key = newKeyText(new Uint8Array(32).fill(7));
  const at = (index: number, sign: string) => key.slice(0, index) + sign + key.slice(index + 1);
  for (let index = 0; index < key.length; index++) {
    expect(isKeyText(at(index, key[index] === "x" ? "y" : "x"))).toBe(false);
  }
  for (const wrong of ["", key.slice(1), `${key}0`, ` ${key}`, key.toLowerCase(), "hark_live_"]) {
    expect(isKeyText(wrong)).toBe(false);
  }
});

// T68: docs/security.md
test("a key that is made is chance in every sign", () => {
  const made = Array.from({ length: 50 }, () => newKeyText());
  expect(new Set(made).size).toBe(made.length);
  // Of fewer bytes the first signs would be zeros. Fifty times the same by chance nobody will see.
  for (let at = "hark_live_".length; at < "hark_live_".length + 49; at++) {
    expect(new Set(made.map((key) => key[at])).size, `sign ${at}`).toBeGreaterThan(1);
  }
});

// T68: docs/security.md
test("what is kept of a key says nothing of it", async () => {
  const key = newKeyText();
  const hash = await keyHashOf(key);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await keyHashOf(key)).toBe(hash);
  expect(await keyHashOf(newKeyText())).not.toBe(hash);
});
