import { expect, test } from "vitest";
import { hasContentOfExtension } from "./content";

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  [".pdf", bytes("%PDF-1.7 and so on")],
  [".docx", new Uint8Array([0x50, 0x4b, 3, 4, 20])],
  [".doc", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
  [".txt", bytes("Open from eight. Grüße!")],
  [".txt", bytes("\uFEFFA mark of order, and \uFFFD as itself")],
  [".json", bytes("{}")],
  [".md", bytes("")],
] as const)("a %s that is one is taken", (extension, content) => {
  expect(hasContentOfExtension(extension, content)).toBe(true);
});

test.each([
  [".pdf", bytes("%PD")],
  [".docx", bytes("plain text")],
  [".doc", bytes("{\\rtf1}")],
  [".txt", new Uint8Array([0x4d, 0x5a, 0, 1])],
  [".csv", new Uint8Array([0xff, 0xfe, 0x61])],
] as const)("a %s that is something else is not", (extension, content) => {
  expect(hasContentOfExtension(extension, content)).toBe(false);
});
