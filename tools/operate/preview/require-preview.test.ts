import { expect, test } from "vitest";
import type { Deployment } from "../deployment.ts";
import type { WorkingRelease } from "../releases/release.ts";
import { requirePreview } from "./require-preview.ts";

const commit = "a".repeat(40);
const release = { version: "1.0.1", commit, inexact: null };
const recorded = (previewed: object) => ({ HARK_PREVIEWED: JSON.stringify(previewed) });
const at = "2026-03-01T12:00:00.000Z";

async function required(variables: Record<string, string>, wanted: WorkingRelease = release) {
  const preview = { variables: () => Promise.resolve(variables) } as unknown as Deployment;
  const output: string[] = [];
  await requirePreview(preview, wanted, (line) => output.push(line));
  return output.join();
}

test("the release whose preview passed may become live", async () => {
  const output = await required(recorded({ version: "1.0.1", commit, at }));
  expect(output).toBe("The preview of Hark 1.0.1 (aaaaaaa) passed on 2026-03-01.");
});

test("a release without a preview that passed, or with another than the last, is refused with what to do", async () => {
  const otherwise = /Nothing was changed\. To deploy it untried, add --without-preview\.$/;
  for (const variables of [{}, recorded({})]) {
    const refused = required(variables);
    await expect(refused).rejects.toThrow(
      "No preview of Hark 1.0.1 (aaaaaaa) has passed. Run the same command with --preview first.",
    );
    await expect(refused).rejects.toThrow(otherwise);
  }
  const other = required(recorded({ version: "1.0.0", commit: "b".repeat(40), at }));
  await expect(other).rejects.toThrow(/was of Hark 1\.0\.0 \(bbbbbbb\)[^]*git checkout b{40}/);
  await expect(other).rejects.toThrow(otherwise);
});

test("code that is not committed is refused, whatever was previewed", async () => {
  const changed = {
    version: "1.0.1",
    commit: null,
    inexact: "These files are not committed: a.ts.",
  };
  const refused = required(recorded({ version: "1.0.1", commit, at }), changed);
  await expect(refused).rejects.toThrow(/not committed: a\.ts\.[^]*--without-preview/);
});
