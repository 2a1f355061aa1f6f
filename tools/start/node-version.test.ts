import { expect, test } from "vitest";
import { nodeVersionProblem } from "./node-version.js";

test.each(["v20.19.0", "v20.20.2", "v22.0.0", "v24.1.0"])("%s is new enough", (version) => {
  expect(nodeVersionProblem(version)).toBeNull();
});

test.each(["v18.20.4", "v20.18.3", "v16.0.0"])(
  "%s is too old, and the message says what to do",
  (version) => {
    expect(nodeVersionProblem(version)).toBe(
      `Hark needs Node 20.19 or newer; this is ${version}. Get one at https://nodejs.org.`,
    );
  },
);
