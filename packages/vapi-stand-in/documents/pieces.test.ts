import { expect, test } from "vitest";
import { makeDoc, makeDocx, makePdf } from "./test-documents.ts";
import { piecesOf } from "./pieces.ts";

async function textOf(name: string, file: Buffer): Promise<string> {
  let text = "";
  for await (const piece of piecesOf(name, file)) text += piece;
  return text.trim();
}

const LINES = ["We open at nine.", "We close at (about) five."];

test.each([
  ["hours.txt", Buffer.from(LINES.join("\r\n"))],
  ["hours.log", Buffer.from(LINES.join("\n"))],
  ["HOURS.DOC", makeDoc(LINES)],
  ["hours.docx", makeDocx(LINES)],
])("[K1] the text of %s is read line by line", async (name, file) => {
  expect(await textOf(name, file)).toBe(LINES.join("\n"));
});

test("[K1] the text of a pdf is read", async () => {
  const text = await textOf("hours.pdf", makePdf(LINES));
  expect(text.replaceAll(/\s+/g, " ")).toBe(LINES.join(" "));
});

test("[K1] markdown is read without its marks", async () => {
  const file =
    "# Hours\n\n- **Monday**: `9` to [five](https://a.example)\n\n| Day | Opens |\n|---|---|\n| Sunday | never |\n";
  const text = await textOf("hours.md", Buffer.from(file));
  expect(text.split("\n").filter((line) => line !== "")).toEqual([
    "Hours",
    "Monday: 9 to five",
    "Day, Opens.",
    "Sunday, never.",
  ]);
});

test("[K1] each record of a csv becomes a sentence that names its columns", async () => {
  const file = 'Day,Opens,Note\nMonday,9:00,"Coffee, ""free"""\nSunday,,closed\n';
  expect(await textOf("hours.csv", Buffer.from(file))).toBe(
    'Day: Monday, Opens: 9:00, Note: Coffee, "free".\nDay: Sunday, Note: closed.',
  );
  expect(await textOf("a.csv", Buffer.from("Day;Opens\nMonday;9,5"))).toBe(
    "Day: Monday, Opens: 9,5.",
  );
});

test("[K1] each value of a json file becomes a sentence that names the way to it", async () => {
  const file = JSON.stringify({ shopHours: { monday: "9 to 5", days_off: ["Sunday", "Easter"] } });
  expect(await textOf("hours.json", Buffer.from(file))).toBe(
    "shop hours monday: 9 to 5.\nshop hours days off: Sunday.\nshop hours days off: Easter.",
  );
});

test("[K1] each element of an xml file becomes a sentence that names it", async () => {
  const file =
    '<?xml version="1.0"?><!-- no --><shop><openingHours day="m">9 &amp; 10</openingHours><note><![CDATA[a < b]]></note></shop>';
  expect(await textOf("hours.xml", Buffer.from(file))).toBe("opening hours: 9 & 10.\nnote: a < b.");
});

test.each([
  ["broken.pdf", Buffer.from("not a pdf")],
  ["broken.docx", Buffer.alloc(600)],
  ["broken.json", Buffer.from("{")],
  ["broken.xml", Buffer.from("no elements")],
  ["broken.txt", Buffer.from([0xff, 0xfe, 0x00])],
  ["photo.png", Buffer.from("png")],
])("[K2] %s is refused", async (name, file) => {
  await expect(textOf(name, file)).rejects.toThrow();
});
