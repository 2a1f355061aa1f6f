import { expect, test } from "vitest";
import type { Id } from "../../_generated/dataModel";
import { renderMail } from "./letter";
import { nightlyLetter } from "./nightlyLetter";

const question = "Do you deliver?";

test("a mail about changed answers has the question, the earlier answer and the new one", () => {
  const { subject, text } = renderMail(
    nightlyLetter(
      {
        template: "nightlyCheck",
        assistantId: "a1" as Id<"assistants">,
        assistantName: "Ada evil.example",
        findings: [
          { kind: "changed", question, before: "Daily.", now: "Never." },
          { kind: "vanished", question, before: "Daily.", now: null },
          { kind: "contradicts", question, before: null, now: "At night." },
        ],
      },
      "https://hark.example",
    ),
  );
  expect(subject).toBe("3 answers of Ada evil example to check");
  expect(text).toContain(`The answer has changed: “${question}”\n\nBefore: Daily.\n\nNow: Never.`);
  expect(text).toContain("Before: Daily.\n\nNow: No answer.");
  expect(text).toContain(`contradicts the opening hours: “${question}”\n\nNow: At night.`);
  expect(text).toContain("https://hark.example/dashboard/assistants/a1/knowledge");
});
