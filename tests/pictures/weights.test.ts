import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "../../tools/start/project-root.ts";

const KILOBYTE = 1024;

const FOLDERS = [
  { folder: "docs/images", most: 90 * KILOBYTE },
  { folder: "public/pictures", most: 70 * KILOBYTE },
];

async function filesIn(folder: string) {
  const names = await readdir(path.join(PROJECT_ROOT, folder));
  return await Promise.all(
    names.map(async (name) => ({
      name,
      content: await readFile(path.join(PROJECT_ROOT, folder, name)),
    })),
  );
}

test.each(FOLDERS)("each picture in $folder is WebP and small", async ({ folder, most }) => {
  const files = await filesIn(folder);
  expect(files.length).toBeGreaterThan(3);
  for (const { name, content } of files) {
    expect(name).toMatch(/\.webp$/);
    expect([content.toString("latin1", 0, 4), content.toString("latin1", 8, 12)]).toEqual([
      "RIFF",
      "WEBP",
    ]);
    expect({ name, isLight: content.length <= most }).toEqual({ name, isLight: true });
  }
});

test("every picture that the docs show exists, and every picture is shown", async () => {
  const texts = await Promise.all(
    ["README.md", "docs/billing.md"].map((file) => readFile(path.join(PROJECT_ROOT, file), "utf8")),
  );
  const shown = texts.flatMap((text) =>
    [...text.matchAll(/images\/([a-z-]+\.\w+)\)/g)].map(([, name = ""]) => name),
  );
  const files = await filesIn("docs/images");
  expect(shown.toSorted()).toEqual(files.map(({ name }) => name).toSorted());
});

test("the landing page's example call has at most 150 KB", async () => {
  const audio = await readFile(path.join(PROJECT_ROOT, "public/example-talk.webm"));
  expect(audio.length).toBeLessThanOrEqual(150 * KILOBYTE);
});
