import { expect, test } from "vitest";
import { readMode } from "./mode.ts";

test("a deploy is live unless another way is named", () => {
  expect(readMode({})).toBe("live");
  expect(readMode({ "new-voices": true })).toBe("live");
  expect(readMode({ "without-preview": true })).toBe("untried");
  expect(readMode({ preview: true, "new-voices": true })).toBe("preview");
  expect(readMode({ rollback: true })).toBe("rollback");
});

test("ways that contradict each other are refused by their names", () => {
  const refused = (values: Parameters<typeof readMode>[0]) => () => readMode(values);
  expect(refused({ preview: true, rollback: true })).toThrow(
    /--preview and --rollback do not go together[^]*npm run deploy -- --env-file FILE --rollback/,
  );
  expect(refused({ preview: true, "without-preview": true })).toThrow("do not go together");
  expect(refused({ rollback: true, "new-voices": true })).toThrow("Roll back first");
});
