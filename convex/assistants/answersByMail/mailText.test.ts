// @vitest-environment node
import { expect, test } from "vitest";
import { answersIn } from "./answersIn";
import { mailText } from "./mailText";

test("the text part is read, and HTML only without one", () => {
  expect(mailText({ text: "Yes.", html: "<p>No.</p>" })).toBe("Yes.");
  expect(mailText({ text: " ", html: "<p>No&amp;way</p>" })).toBe("No&way");
  expect(mailText({ text: null, html: null })).toBe("");
});

test("HTML becomes lines, without scripts and styles", () => {
  const html = `<html><head><title>T</title><style>p{}</style></head><body>
    <p>1: Yes,<br>until   noon.</p><script>alert(1)</script><div>2: <b>Behind</b> the shop.</div></body></html>`;
  expect(mailText({ text: null, html })).toBe("1: Yes,\nuntil noon.\n2: Behind the shop.");
});

test.each([
  ["Gmail", '<div class="gmail_quote"><div class="gmail_attr">On Monday wrote:</div>Q</div>'],
  ["Apple Mail", '<blockquote type="cite"><div>Q</div></blockquote>'],
  ["Outlook", '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Hark</div>Q'],
])("what %s quotes is not the person's", (_, quote) => {
  const text = mailText({ text: null, html: `<div dir="ltr">Yes.</div><br>${quote}` });
  expect(answersIn(text, ["1. “Q”"])).toEqual([{ number: 1, text: "Yes." }]);
});

test("a huge mail is read in part", () => {
  expect(mailText({ text: "a".repeat(1_000_000), html: null }).length).toBe(100_000);
  const html = `<p>Yes.</p>${"<blockquote>".repeat(50_000)}${"<p>a</p>".repeat(50_000)}`;
  expect(mailText({ text: null, html }).length).toBeLessThanOrEqual(100_000);
});
