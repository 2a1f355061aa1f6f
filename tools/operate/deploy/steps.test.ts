import { expect, test } from "vitest";
import { uploadInstructions } from "./steps.ts";

const release = { version: "1.0.0", commit: null, inexact: "" };
const variables = { SITE_URL: "https://hark.example" };

test("the instructions for uploading publish the live app", () => {
  const text = uploadInstructions({ outFolder: "/project/dist", release }, variables);
  expect(text).toContain("Upload the folder dist to the host of https://hark.example");
  expect(text).toContain("netlify deploy --prod --no-build --dir dist");
  expect(text).toContain("vercel deploy --prod --cwd dist");
});

// T133: docs/security.md
test("the instructions for uploading a preview do not publish it as the live app", () => {
  const text = uploadInstructions({ outFolder: "/project/dist", release: null }, variables);
  expect(text).toContain("netlify deploy --alias preview --no-build --dir dist");
  expect(text).toContain("wrangler pages deploy dist --branch preview");
  expect(text).not.toContain("--prod");
});
