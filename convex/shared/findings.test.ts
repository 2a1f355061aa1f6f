import { expect, test } from "vitest";
import {
  FINDING_SETS,
  findingKey,
  problemWithFindings,
  tidyFindings,
  type Finding,
} from "./findings";

const text = (label: string): Finding => ({ label, kind: "text", isRequired: false });

test.each([
  ["Phone number", "phone_number"],
  ["Größe (cm)", "große_cm"],
  ["  E-mail address ", "e_mail_address"],
  ["x".repeat(60), "x".repeat(40)],
])("the key of %s is %s", (label, key) => {
  expect(findingKey(label)).toBe(key.replaceAll("ß", "_"));
});

test("a label without Latin letters has a key of its own", () => {
  expect(findingKey("電話")).toMatch(/^field_\d+$/);
  expect(findingKey("電話")).not.toBe(findingKey("名前"));
});

test("the ready-made lists are valid", () => {
  for (const { findings } of FINDING_SETS) expect(problemWithFindings([...findings])).toBeNull();
});

test.each<[string, Finding[], string]>([
  ["a name that is missing", [text("Name"), text("")], "give each item a name"],
  ["the same name twice", [text("Name"), text("name!")], "already in the list"],
  ["a name that is too long", [text("x".repeat(61))], "60 characters"],
  ["a choice of one", [{ ...text("Way"), kind: "choice", choices: ["One"] }], "at least two"],
  ["an empty answer", [{ ...text("Way"), kind: "choice", choices: ["One", " "] }], "1 to 60"],
  ["an answer twice", [{ ...text("Way"), kind: "choice", choices: ["One", "one"] }], "twice"],
  ["too many", Array.from({ length: 13 }, (_, at) => text(`Name ${at}`)), "12 items"],
])("%s is refused", (_what, findings, says) => {
  expect(problemWithFindings(tidyFindings(findings))?.says).toContain(says);
});

test("only a choice keeps its answers", () => {
  expect(tidyFindings([{ ...text(" Name "), choices: ["a", "b"] }])).toEqual([text("Name")]);
});
