import { expect, test } from "vitest";
import { renderMail } from "./letter";

const letter = {
  subject: "Mind <b>this</b>",
  preview: 'A "preview"',
  parts: [
    { kind: "text", text: "Ada & Grace <script>" },
    { kind: "link", label: "Go on", address: 'https://hark.example/?a=1&b="2"' },
    { kind: "code", code: "ABCDE-23456" },
  ],
  reason: "You get this because you asked.",
} as const;

const { subject, html, text } = renderMail({ ...letter, parts: [...letter.parts] });

// T46, T67: docs/security.md
test("nothing that is put into a mail becomes markup", () => {
  expect(subject).toBe("Mind <b>this</b>");
  expect(html).toContain("Mind &lt;b&gt;this&lt;/b&gt;");
  expect(html).toContain("Ada &amp; Grace &lt;script&gt;");
  expect(html).toContain('href="https://hark.example/?a=1&amp;b=&quot;2&quot;"');
  expect(html).not.toMatch(/<b>|<script/);
});

// T46, T67: docs/security.md
test("wherever somebody's text stands in a mail, it stays text", () => {
  const hostile = `"><b class="&">`;
  const written = renderMail({
    subject: hostile,
    preview: hostile,
    parts: [
      { kind: "text", text: hostile },
      { kind: "link", label: hostile, address: hostile },
      { kind: "code", code: hostile },
    ],
    reason: hostile,
    unsubscribe: { label: hostile, address: hostile },
  });
  expect(written.html).not.toContain("<b class");
  // The subject is also the title, and the address of a link is shown below it.
  expect(written.html.split("&quot;&gt;&lt;b class=&quot;&amp;&quot;&gt;")).toHaveLength(1 + 12);
});

test("a mail fetches nothing, and is drawn for the dark as well", () => {
  expect(html).not.toMatch(/<img|<link|url\(|@import|@font-face|<script/);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain("@media (prefers-color-scheme:dark)");
});

// T46: docs/security.md
test("the text part says all that the HTML says", () => {
  expect(text).toBe(`Mind <b>this</b>

Ada & Grace <script>

Go on:
https://hark.example/?a=1&b="2"

    ABCDE-23456

--

You get this because you asked.
`);
});
