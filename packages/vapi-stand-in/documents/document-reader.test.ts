import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocumentReader } from "./document-reader.ts";
import type { ReadingLimits } from "./document-reader.ts";
import { makeDocx, makePdf, makeZip } from "./test-documents.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hark-documents-"));
});
afterAll(() => rm(folder, { recursive: true }));

let documents = 0;

async function stored(name: string, content: string | Buffer) {
  const file = path.join(folder, String(documents++));
  await writeFile(file, content);
  return { name, path: file };
}

async function readOnce(
  name: string,
  content: string | Buffer,
  limits: Partial<ReadingLimits> = {},
) {
  const reader = createDocumentReader(limits);
  try {
    return await reader.read(await stored(name, content));
  } finally {
    await reader.close();
  }
}

const threads = () =>
  process.getActiveResourcesInfo().filter((kind) => kind === "MessagePort").length;

// T55: docs/security.md
test.each([
  ["txt", Buffer.from("We open at nine.")],
  ["pdf", makePdf(["We open at nine."])],
  ["docx", makeDocx(["We open at nine."])],
])(
  "[K6] the loop goes on while a %s is read, and its thread is gone afterwards",
  async (kind, content) => {
    const before = threads();
    const order: string[] = [];
    const reading = readOnce(`hours.${kind}`, content).then(({ text }) => order.push(text));
    await new Promise((resolve) => setImmediate(resolve));
    order.push("the loop went on");
    await reading;
    expect(order).toEqual(["the loop went on", "We open at nine."]);
    expect(threads()).toBe(before);
  },
);

test("[K6] documents are read one after the other, also after one that cannot be", async () => {
  const reader = createDocumentReader();
  const order: string[] = [];
  const documents = [
    await stored("one.txt", "One"),
    await stored("photo.png", ""),
    await stored("three.txt", "Three"),
  ];
  const readings = documents.map((document) =>
    reader.read(document).then(
      ({ text }) => order.push(text),
      (error: unknown) => order.push(String(error)),
    ),
  );
  await Promise.all(readings);
  expect(order).toEqual(["One", 'Error: files of the kind ".png" are not supported', "Three"]);
  await reader.close();
});

// T55: docs/security.md
test("[K7] of a document with too much text the beginning is used, and that is said", async () => {
  const lines = Array.from({ length: 2000 }, (_, line) => `We sell bread number ${line}.`);
  for (const [name, content] of [
    ["long.md", lines.join("\n")],
    ["long.docx", makeDocx(lines)],
    ["long.pdf", makePdf(lines)],
  ] as const) {
    const { text, cutBecause } = await readOnce(name, content, { characters: 1000 });
    expect(text.slice(0, 40), name).toBe("We sell bread number 0.\nWe sell bread nu");
    expect(text.length, name).toBeGreaterThan(900);
    expect(text.length, name).toBeLessThanOrEqual(1000);
    expect(cutBecause, name).toBe("it has more than 1000 characters");
  }
});

test("[K7] a document that just fits is whole", async () => {
  const { text, cutBecause } = await readOnce("fits.txt", "12345\n", { characters: 5 });
  expect([text, cutBecause]).toEqual(["12345", null]);
});

test("[K7] values under a long name are not repeated without end", async () => {
  const name = "a".repeat(1000);
  const many = Array.from({ length: 100_000 }, () => "1");
  const files: [string, string][] = [
    ["long.json", `{"${name}": [${many.join(",")}]}`],
    ["long.csv", `${name}\n${many.join("\n")}`],
    ["long.xml", `<${name}>${many.join("<b/>")}</${name}>`],
  ];
  for (const [file, content] of files) {
    const { text } = await readOnce(file, content, { characters: 20_000 });
    expect(text.length, file).toBeLessThanOrEqual(20_000);
  }
});

// T55: docs/security.md
test("[K7] a document that takes too long is given up, and its thread with it", async () => {
  const before = threads();
  const reading = readOnce("slow.txt", "Too late.", { seconds: 0 });
  await expect(reading).rejects.toThrow("it takes longer than 0 seconds to read");
  expect(threads()).toBe(before);
});

// T55: docs/security.md
test("[K7] a document that takes too much memory is given up", async () => {
  const many = Array.from({ length: 400_000 }, (_, value) => `{"value": ${value}}`);
  const reading = readOnce("wide.json", `[${many.join(",")}]`, { heapMegabytes: 16 });
  await expect(reading).rejects.toThrow("reading it takes more than 16 MB of memory");
});

// T55: docs/security.md
test("[K7] a pdf that unpacks to more than it may is given up", async () => {
  // Packed twice, it is small enough for any limit on uploads.
  const packed = deflateSync(deflateSync(Buffer.alloc(200 * 2 ** 20)));
  const bomb = makePdf([], { content: packed, filter: "[/FlateDecode /FlateDecode]" });
  await expect(readOnce("bomb.pdf", bomb, { megabytes: 64, seconds: 600 })).rejects.toThrow(
    "reading it takes more than 64 MB of memory",
  );
});

// T55: docs/security.md
test("[K7] a docx that unpacks to more than it may is not unpacked", async () => {
  const bomb = makeZip({ "word/document.xml": "<w:document/>" });
  // The size that the directory at the end gives, which no entry may exceed when it is unpacked.
  bomb.writeUInt32LE(3 * 2 ** 30, bomb.lastIndexOf("PK\x01\x02", undefined, "latin1") + 24);
  await expect(readOnce("bomb.docx", bomb)).rejects.toThrow(
    "it unpacks to 3072 MB, and only up to 64 MB are unpacked",
  );
});

// Whatever looks at the rest of the text at every mark takes hours with so many of them.
const MANY = 250_000;

// T55: docs/security.md
test.each([
  ["blank lines", "a.md", "\n".repeat(MANY)],
  ["lines of blanks", "b.md", " \n".repeat(MANY)],
  ["opened brackets", "c.md", "[".repeat(MANY)],
  ["brackets without an address", "d.md", `${"[".repeat(MANY)}]`],
  ["opened addresses", "e.md", "[a](".repeat(MANY / 4)],
  ["stars", "f.md", "*".repeat(MANY)],
  ["stars before words", "g.md", " *a".repeat(MANY / 3)],
  ["stars after words", "h.md", `**a${" **".repeat(MANY / 3)}`],
  ["marks of every kind", "i.md", "**a __b `c ".repeat(MANY / 8)],
  ["quotation marks", "j.csv", '"'.repeat(MANY + 1)],
  ["quotations that never end", "k.csv", ',"a'.repeat(MANY / 3)],
  ["opened tags", "l.xml", `<a>${"<".repeat(MANY)}`],
  ["opened comments", "m.xml", `<a>${"<!--".repeat(MANY / 4)}`],
  ["opened sections", "n.xml", `<a>${"<![CDATA[".repeat(MANY / 8)}`],
  ["opened entities", "o.xml", `<a>${"&".repeat(MANY)}</a>`],
])("[K7] %s are read in one pass", async (_what, name, content) => {
  const limits = { characters: 10 * MANY, seconds: 600, heapMegabytes: 2048 };
  expect((await readOnce(name, content, limits)).cutBecause).toBeNull();
});

test("[K7] a json file may be nested deeper than calls may", async () => {
  const deep = `${'{"a":'.repeat(20_000)}[[1]]${"}".repeat(20_000)}`;
  expect((await readOnce("deep.json", deep)).text.slice(-9)).toBe("a a a: 1.");
});

test("a reader that is closed gives up what it reads and what waits", async () => {
  const reader = createDocumentReader();
  const document = await stored("a.txt", "Too late.");
  const readings = [reader.read(document), reader.read(document)].map((reading) =>
    expect(reading).rejects.toThrow(),
  );
  await reader.close();
  await Promise.all(readings);
});
