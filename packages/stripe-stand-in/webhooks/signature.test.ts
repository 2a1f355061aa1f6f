import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { sign } from "./signature.ts";

test("[W1] the signature covers the time and the body, and uses the endpoint's secret", () => {
  const expected = createHmac("sha256", "whsec_x").update('1700000000.{"a":1}').digest("hex");
  expect(sign('{"a":1}', "whsec_x", 1_700_000_000_999)).toBe(`t=1700000000,v1=${expected}`);
});
