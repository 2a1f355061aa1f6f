import { expect, test } from "vitest";
import type { Id } from "../_generated/dataModel";
import { entryOf } from "./entry";
import type { Found } from "./table";

function entry(found: Pick<Found, "label" | "kind" | "value">[]) {
  const all = found.map((one) => ({ ...one, key: one.label, isRequired: false }));
  const said = { callId: "1" as Id<"calls">, atMs: 0, found: all, unanswered: [] };
  return entryOf(said, "Bakery");
}

test("a typed conversation is named", () => {
  const said = { callId: "1" as Id<"calls">, atMs: 0, found: [], unanswered: [] };
  expect(entryOf({ ...said, channel: "text" }, "Bakery")).toMatchObject({ channel: "text" });
  expect(entryOf(said, "Bakery")).not.toHaveProperty("channel");
});

test("who it was and what it was about are found by what was asked for", () => {
  const { who, topic, lines } = entry([
    { label: "Phone number", kind: "phone", value: "555 1234" },
    { label: "First name", kind: "text", value: "Maria" },
    { label: "Order", kind: "text", value: "two loaves" },
    { label: "Call back", kind: "yesNo", value: false },
    { label: "Day", kind: "date", value: null },
  ]);
  expect([who, topic]).toEqual(["Maria", { label: "Order", text: "two loaves" }]);
  expect(lines.map(({ text }) => text)).toEqual(["555 1234", "Maria", "two loaves", "no"]);
});

// T46, T67: docs/security.md
test.each([
  ["maria@shop.example", "maria@shop.example"],
  ["a@b.example,c@d.example", null],
  ['"x"<a@b.example>', null],
  ["a@b.example\r\nBcc: c@d.example", null],
  [`${"a".repeat(250)}@b.example`, null],
])("an answer to %j goes to %s", (value, replyTo) => {
  expect(entry([{ label: "E-mail", kind: "email", value }]).replyTo).toBe(replyTo);
});
