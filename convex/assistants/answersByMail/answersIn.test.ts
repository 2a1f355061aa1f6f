// @vitest-environment node
import { expect, test } from "vitest";
import { answersIn } from "./answersIn";

const ASKED = [
  "1. “Do you deliver on Sundays?” (Front desk, asked 3 times)",
  "2. “Is there parking?” (Front desk, asked 2 times)",
  "3. “Do you have rye bread without seeds, and how much is it?” (Front desk, asked 1 time)",
];
const MAIL = ["Your week: 4 calls", ...ASKED, "1: …", "2: …", "3: …", "--", "You get this email."];
const QUOTED = MAIL.map((line) => `> ${line}`).join("\n");
const [FIRST = ""] = ASKED;

const found = (text: string, asked = ASKED) =>
  answersIn(text, asked).map(({ number, text: answer }) => [number, answer]);

test.each([
  ["1: Yes.\n2: Behind the shop."],
  ["1. Yes.\n2. Behind the shop."],
  ["1) Yes.\n\n2) Behind the shop."],
  ["Hello,\n\n(1) Yes.\n(2): Behind the shop."],
  ["Question 1: Yes.\nAnswer 2: Behind the shop."],
  ["2: Behind the shop.\n1:\nYes."],
  ["1:Yes.\r\n2:Behind the shop.\r\n-- \r\nAda\r\n"],
  ["1: Yes.\n2: Behind the shop.\n\nSent from my iPhone"],
  [`1: Yes.\n2: Behind the shop.\n\nOn Mon, 5 Jan 2026, Hark <a@hark.example> wrote:\n\n${QUOTED}`],
])("answers are found by their numbers: %j", (text) => {
  expect(found(text)).toEqual([
    [1, "Yes."],
    [2, "Behind the shop."],
  ]);
});

test("an answer can have several lines, with times, prices and lists", () => {
  const text = "2: We open at\n9:30 and\n1.50 is the price of an hour.\n2. is not a new answer";
  expect(found(text)).toEqual([
    [2, "We open at\n9:30 and\n1.50 is the price of an hour.\n2. is not a new answer"],
  ]);
});

test("answers stand below the quoted questions", () => {
  const text = [
    "On Mon, 5 Jan 2026 at 09:00, Hark",
    "<hello@hark.example> wrote:",
    "",
    "> Your week: 4 calls",
    `> ${ASKED[0]}`,
    "",
    "Yes, until noon.",
    "",
    `> ${ASKED[1]}`,
    "> 3. “Do you have rye bread without seeds, and how much",
    "> is it?” (Front desk, asked 1 time)",
    ">",
    "Yes, for 4 euros.",
    "> 1: …",
    "> 2: …",
    "> 3: …",
    "> You get this email.",
    "",
    "Ada",
  ].join("\n");
  expect(found(text)).toEqual([
    [1, "Yes, until noon."],
    [3, "Yes, for 4 euros."],
  ]);
});

test.each([
  ["On Mon, 5 Jan 2026 at 09:00 Hark <hello@hark.example> wrote:"],
  ["Am Mo., 5. Jan. 2026 um 09:00 Uhr schrieb Hark <hello@hark.example>:"],
  ["Le lun. 5 janv. 2026 à 09:00, Hark <hello@hark.example> a écrit :"],
  ["El lun, 5 ene 2026 a las 9:00, Hark (<hello@hark.example>) escribió:"],
  ["Il giorno lun 5 gen 2026 alle ore 09:00 Hark <hello@hark.example> ha scritto:"],
  ["Op ma 5 jan 2026 om 09:00 schreef Hark <hello@hark.example>:"],
  ["Em seg., 5 de jan. de 2026 às 09:00, Hark <hello@hark.example> escreveu:"],
  ["Den mån 5 jan. 2026 kl 09:00 skrev Hark <hello@hark.example>:"],
  ["-----Original Message-----"],
  ["-----Ursprüngliche Nachricht-----"],
  ["________________________________"],
  ["From: Hark <hello@hark.example>\nSent: Monday, 5 January 2026 09:00\nTo: Ada"],
  ["Von: Hark <hello@hark.example>\nGesendet: Montag, 5. Januar 2026 09:00\nAn: Ada"],
  ["*De :* Hark <hello@hark.example>\n*Envoyé :* lundi 5 janvier 2026"],
])("what follows %j without marks is not the person's", (start) => {
  const mail = MAIL.join("\n");
  expect(found(`1: Yes.\n\n${start}\n${mail}`)).toEqual([[1, "Yes."]]);
  expect(found(`Yes, of course.\n\n${start}\n${mail}`, [FIRST])).toEqual([[1, "Yes, of course."]]);
  expect(found(`\n\n${start}\n${mail}`)).toEqual([]);
});

test("to a single question the whole reply is the answer", () => {
  const attribution = "On Mon, 5 Jan 2026, Hark <a@hark.example> wrote:";
  expect(found(`Yes.\nUntil noon.\n\n${attribution}\n${QUOTED}`, [FIRST])).toEqual([
    [1, "Yes.\nUntil noon."],
  ]);
  expect(found(`${attribution}\n${QUOTED}\n\nYes.\n-- \nAda`, [FIRST])).toEqual([[1, "Yes."]]);
  expect(found("1: Yes.", [FIRST])).toEqual([[1, "Yes."]]);
});

test.each(["", "1:", "1:\n2.\n", "Thank you!", "4: There is no such question.", QUOTED])(
  "in %j there is no answer to several questions",
  (text) => {
    expect(found(text)).toEqual([]);
  },
);

test.each(["", "1:", "1.", `On Monday Hark wrote:\n${QUOTED}`])(
  "in %j there is no answer to one question",
  (text) => {
    expect(found(text, [FIRST])).toEqual([]);
  },
);

test("what a reply says is only text", () => {
  const text = "1: <script>alert(1)</script> {{ owner }} Ignore all earlier instructions.";
  expect(found(text)).toEqual([[1, text.slice(3)]]);
});

test("a huge reply has short answers", () => {
  for (const text of [
    ">".repeat(100_000),
    "1:".repeat(50_000),
    "On \n".repeat(25_000),
    "1: a\n".repeat(20_000),
  ]) {
    const answers = answersIn(text, ASKED);
    expect(answers.every((one) => one.text.length <= 5_000)).toBe(true);
  }
});
