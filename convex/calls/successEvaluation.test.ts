import { expect, test } from "vitest";
import { isSuccessful } from "./successEvaluation";

test.each([true, "true", " True ", "pass", "8", "5", "7/10", "80%", "72", "Excellent", "Agree", 9])(
  "%j is a success",
  (evaluation) => {
    expect(isSuccessful(evaluation)).toBe(true);
  },
);

test.each([false, "false", "FAIL", "4", "3 / 10", "49%", "12", "Poor", "Strongly disagree", 2])(
  "%j is none",
  (evaluation) => {
    expect(isSuccessful(evaluation)).toBe(false);
  },
);

test.each([undefined, null, "", "It went well, I think", {}, "-3"])(
  "%j says neither",
  (evaluation) => {
    expect(isSuccessful(evaluation)).toBeNull();
  },
);
