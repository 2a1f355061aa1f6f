/** Documents of each binary format, made here so that the tests need no files that nobody can read. */
import { crc32 } from "node:zlib";

/** A one-page PDF that shows each line, or what its content is given as. */
export function makePdf(lines: string[], packed?: { content: Buffer; filter: string }): Buffer {
  const escaped = lines.map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`);
  const shown = `BT /F1 12 Tf 14 TL 72 720 Td ${escaped.join(" ")} ET`;
  const content = packed?.content.toString("latin1") ?? shown;
  const filter = packed === undefined ? "" : ` /Filter ${packed.filter}`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length}${filter} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, "latin1");
}

/** A .docx with one paragraph for each line. */
export function makeDocx(lines: string[]): Buffer {
  const main = "http://schemas.openxmlformats.org";
  const paragraphs = lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join("");
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  return makeZip({
    "[Content_Types].xml":
      `${declaration}<Types xmlns="${main}/package/2006/content-types">` +
      '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    "_rels/.rels":
      `${declaration}<Relationships xmlns="${main}/package/2006/relationships">` +
      `<Relationship Id="r1" Type="${main}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml":
      `${declaration}<w:document xmlns:w="${main}/wordprocessingml/2006/main">` +
      `<w:body>${paragraphs}</w:body></w:document>`,
  });
}

/** The files as they are, unpacked. */
export function makeZip(files: Record<string, string>): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text);
    // Version, flags, method (stored), time, date, checksum, sizes, name's length, extra's length.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const entry = [Buffer.from("PK\x03\x04"), shared, Buffer.from(name), data];
    local.push(...entry);
    central.push(Buffer.from("PK\x01\x02\x14\x00"), shared, place, Buffer.from(name));
    offset += Buffer.concat(entry).length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

const SECTOR = 512;
const STREAM_BYTES = 8 * SECTOR;
const END_OF_CHAIN = -2;

/** A Word 97 .doc: a compound file with the text in one stream and where it lies in another. */
export function makeDoc(lines: string[]): Buffer {
  const text = Buffer.from(`${lines.join("\r")}\r`, "latin1");
  const textAt = 2 * SECTOR;
  const word = Buffer.alloc(STREAM_BYTES);
  word.writeUInt16LE(0xa5ec, 0);
  word.writeUInt16LE(0x0200, 0x0a);
  word.writeUInt32LE(textAt, 0x18);
  word.writeUInt32LE(text.length, 0x4c);
  text.copy(word, textAt);

  // One piece of 8-bit text: its first and last character, then its place, doubled and flagged.
  const table = Buffer.alloc(STREAM_BYTES);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(text.length, 9);
  table.writeUInt32LE((textAt * 2) | 0x40000000, 15);

  // Sectors: 0 the allocation table, 1 the directory, 2 to 9 the text, 10 to 17 the table.
  const allocation = Buffer.alloc(SECTOR, 0xff);
  allocation.writeInt32LE(-3, 0);
  allocation.writeInt32LE(END_OF_CHAIN, 4);
  for (let sector = 2; sector < 18; sector++) {
    const isLast = sector === 9 || sector === 17;
    allocation.writeInt32LE(isLast ? END_OF_CHAIN : sector + 1, 4 * sector);
  }
  const directory = Buffer.concat([
    directoryEntry({
      name: "Root Entry",
      type: 5,
      right: -1,
      child: 1,
      sector: END_OF_CHAIN,
      size: 0,
    }),
    directoryEntry({
      name: "WordDocument",
      type: 2,
      right: 2,
      child: -1,
      sector: 2,
      size: STREAM_BYTES,
    }),
    directoryEntry({
      name: "1Table",
      type: 2,
      right: -1,
      child: -1,
      sector: 10,
      size: STREAM_BYTES,
    }),
    Buffer.alloc(128),
  ]);
  return Buffer.concat([compoundHeader(), allocation, directory, word, table]);
}

function compoundHeader(): Buffer {
  const header = Buffer.alloc(SECTOR);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(header);
  header.writeInt16LE(0x3e, 24);
  header.writeInt16LE(3, 26);
  header.writeInt16LE(-2, 28);
  header.writeInt16LE(9, 30);
  header.writeInt16LE(6, 32);
  header.writeInt32LE(1, 44);
  header.writeInt32LE(1, 48);
  header.writeInt32LE(4096, 56);
  header.writeInt32LE(END_OF_CHAIN, 60);
  header.writeInt32LE(END_OF_CHAIN, 68);
  header.fill(0xff, 80);
  header.writeInt32LE(0, 76);
  return header;
}

interface DirectoryEntry {
  name: string;
  type: number;
  right: number;
  child: number;
  sector: number;
  size: number;
}

function directoryEntry({ name, type, right, child, sector, size }: DirectoryEntry): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, "utf16le");
  entry.writeInt16LE(2 * (name.length + 1), 64);
  entry.writeInt8(type, 66);
  entry.writeInt8(1, 67);
  entry.writeInt32LE(-1, 68);
  entry.writeInt32LE(right, 72);
  entry.writeInt32LE(child, 76);
  entry.writeInt32LE(sector, 116);
  entry.writeInt32LE(size, 120);
  return entry;
}
