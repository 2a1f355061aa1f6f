import { afterEach, describe, expect, test } from "vitest";
import { createClosing } from "../../start/closing.ts";
import type { Deployment } from "../deployment.ts";
import { findingsOn, withEnvFile } from "../examine/finding.ts";
import { deployPreview, forPreview } from "./preview.ts";

// T133: docs/security.md
test.each([
  ["npx convex env set VAPI_PUBLIC_KEY; then npm run deploy.", "Set PREVIEW_VAPI_PUBLIC_KEY"],
  ["npx convex env remove CALCOM_URL", "Remove CALCOM_URL from the live deployment's settings"],
  ["npx convex run operator:attention lists them.", "For the preview's deployment, convex run"],
  ["npm run deploy -- --new-voices takes them.", "--preview --new-voices takes them."],
  ["npm run deploy creates it.", "npm run deploy -- --env-file cloud.env --preview creates it."],
])("a preview's instructions name no command that changes the live deployment: %s", (fix, own) => {
  const finding = forPreview(findingsOn("work").fault("code", "Message.", fix));
  const [named] = withEnvFile([finding], "cloud.env");
  expect(named?.fix).toContain(own);
  expect(named?.fix).not.toContain("npx convex");
  expect(named?.fix).not.toMatch(/npm run deploy(?!.* --preview)/);
});

describe("a preview is refused, and changes nothing,", () => {
  const commit = "a".repeat(40);
  const state = { name: "inbox/entry:newer", state: "done", rows: 1, error: null };
  const changed: string[] = [];
  const deploymentWith = (variables: Record<string, string>, states: object[]): Deployment => ({
    variables: () => Promise.resolve(variables),
    setVariables: (changes) => Promise.resolve(void changed.push(...Object.keys(changes))),
    removeVariable: (name) => Promise.resolve(void changed.push(name)),
    run: (name) => Promise.resolve(name === "operator:migrationStates" ? states : {}),
    push: () => Promise.resolve(void changed.push("functions")),
  });
  const previewOf = async (preview: Deployment, inexact: string | null = null) => {
    changed.length = 0;
    await deployPreview({
      live: deploymentWith({}, []),
      preview,
      release: { version: "1.0.0", commit, inexact },
      settings: {},
      outFolder: "/nowhere/dist",
      put: null,
      voices: null,
      closing: createClosing(() => undefined),
      log: () => undefined,
    });
  };
  afterEach(() => expect(changed).toEqual([]));

  test("if the code is not committed", async () => {
    const refused = previewOf(deploymentWith({}, []), "These files are not committed: a.ts.");
    await expect(refused).rejects.toThrow(/not committed: a\.ts\.[^]*Commit the changes first/);
  });

  test("if the second deployment runs Hark and is no preview", async () => {
    await expect(
      previewOf(deploymentWith({ SITE_URL: "https://hark.example" }, [])),
    ).rejects.toThrow("runs Hark and is no preview, so it may be a live one");
  });

  test("if a preview of a newer release has migrated its data", async () => {
    const refused = previewOf(deploymentWith({ HARK_PREVIEWED: "{}" }, [state]));
    await expect(refused).rejects.toThrow(
      /does not know: inbox\/entry:newer[^]*Or name another, empty deployment/,
    );
  });

  test("if its settings cannot be used", async () => {
    const refused = previewOf(deploymentWith({ HARK_PREVIEWED: "{}" }, []));
    await expect(refused).rejects.toThrow(
      /PREVIEW_SITE_URL is not set[^]*PREVIEW_STRIPE_SECRET_KEY/,
    );
  });
});
