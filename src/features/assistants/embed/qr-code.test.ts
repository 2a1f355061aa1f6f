import { expect, test } from "vitest";
import { qrSvg } from "./qr-code";

test("the code is a picture that stands by itself, with the standard's border", () => {
  const svg = qrSvg("https://hark.example/talk/d3b07384-d9a0-4c9b-8f4e-1c2d3e4f5a6b");
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \1">/);
  // Four modules of ten units are free on the left and at the top.
  expect(svg).toContain("M40,40h");
  expect(svg).not.toMatch(/M(?:0|10|20|30),|M\d+,(?:0|10|20|30)h/);
});
