// @vitest-environment node
import { expect, test } from "vitest";
import { hashPassword, isOutdated, DUMMY_HASH, verifyPassword } from "./passwordHash";

// T3: docs/security.md
test("a password is told from every other, and no two hashes are alike", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^pbkdf2-sha256\$600000\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(await verifyPassword("correct horse", hash)).toBe(true);
  expect(await verifyPassword("Correct horse", hash)).toBe(false);
  expect(await hashPassword("correct horse")).not.toBe(hash);
  expect(isOutdated(hash)).toBe(false);
});

test("letters that look the same are the same, however a keyboard spells them", async () => {
  const hash = await hashPassword("cr\u00e8me br\u00fbl\u00e9e");
  expect(await verifyPassword("cre\u0300me bru\u0302le\u0301e", hash)).toBe(true);
});

test("a hash of fewer rounds goes on working, and is outdated", async () => {
  // From Python: hashlib.pbkdf2_hmac("sha256", b"correct horse", bytes(16), 1000)
  const hash =
    "pbkdf2-sha256$1000$AAAAAAAAAAAAAAAAAAAAAA==$xux8x5gSotCULSiOpvX4z4d+Cc1IcITd5dKdDAEl37o=";
  expect(await verifyPassword("correct horse", hash)).toBe(true);
  expect(isOutdated(hash)).toBe(true);
});

// T2: docs/security.md
test("nobody's hash takes the same work, and no password fits", async () => {
  expect(isOutdated(DUMMY_HASH)).toBe(false);
  expect(await verifyPassword("", DUMMY_HASH)).toBe(false);
});

test("what is stored by mistake lets nobody in", async () => {
  for (const stored of ["", "correct horse", "pbkdf2-sha256$600000$$", "a:b:c"]) {
    expect(await verifyPassword("correct horse", stored)).toBe(false);
  }
});

// T4: docs/security.md
test("the event loop goes on while passwords are hashed", async () => {
  let turns = 0;
  let isHashing = true;
  const turn = () => {
    turns += 1;
    if (isHashing) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all([hashPassword("one"), hashPassword("two"), hashPassword("three")]);
  isHashing = false;
  // Hashing in JavaScript, as the library does it, leaves room for two or three.
  expect(turns).toBeGreaterThan(100);
});
