import { expect, test } from "vitest";
import { html } from "./html.ts";

test("what is put into a page is text, never markup", () => {
  const name = `<script>alert("x")</script> & 'y'`;
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    '<p title="&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;</p>',
  );
});

test("what is HTML already stays so, alone and in lists", () => {
  expect(
    html`<ul>
      ${["a", "<b>"].map((one) => html`<li>${one}</li>`)}
    </ul>`.text,
  ).toBe("<ul><li>a</li><li>&lt;b&gt;</li></ul>");
});

test("nothing is written for what is absent", () => {
  expect(html`<p>${null}${false}${0}</p>`.text).toBe("<p>0</p>");
});
