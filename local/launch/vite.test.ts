import { expect, test } from "vitest";
import { withBundler } from "../bundler.ts";
import { PROJECT_ROOT } from "./project-root.ts";
import { APP_IS_OF } from "./vite.ts";

test("what builds the app is looked at before a start takes the one that is there", async () => {
  const { metafile } = await withBundler(({ build }) =>
    build({
      absWorkingDir: PROJECT_ROOT,
      entryPoints: ["vite.config.ts"],
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: "esm",
      packages: "external",
    }),
  );
  // Those in the project's root count anyway.
  const read = Object.keys(metafile.inputs).filter((file) => file.includes("/"));
  expect(read).toContain("local/web/drawn-button.ts");
  const isIn = (file: string, part: string) => file === part || file.startsWith(`${part}/`);
  expect(read.filter((file) => !APP_IS_OF.some((part) => isIn(file, part)))).toEqual([]);
});
