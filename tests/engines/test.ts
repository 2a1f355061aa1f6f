/** Defines a test for each engine, with the same stack as all browser tests. */
import { existsSync } from "node:fs";
import { test as base } from "../fixtures/test.ts";
import { bundleFinder, openUser } from "./driver/user.ts";
import type { User } from "./driver/user.ts";
import { ENGINES } from "./engines.ts";
import type { Engine } from "./engines.ts";

interface Fixtures {
  engine: Engine | undefined;
  /** The engine's only page, in a new profile. */
  user: User;
}

const test = base.extend<Fixtures>({
  engine: [undefined, { option: true }],

  user: async ({ engine }, use, testInfo) => {
    if (engine === undefined) throw new Error("This test has no engine");
    const user = openUser(await engine.open(), await bundleFinder());
    await use(user);
    const problems: string[] = [];
    if (testInfo.status !== testInfo.expectedStatus) {
      problems.push(await user.report());
      const file = testInfo.outputPath("failed.png");
      await user.picture(file);
      if (existsSync(file))
        await testInfo.attach("screen", { path: file, contentType: "image/png" });
    }
    const complaints = user.complaints();
    if (complaints.length > 0) problems.push("Unexpected errors or requests of the page:");
    problems.push(...complaints);
    await user.close();
    if (problems.length > 0) throw new Error(problems.join("\n"));
  },
});

/** Tests of an engine that is not installed are skipped by name. */
export function inEachEngine(define: (engineTest: typeof test, engine: Engine) => void): void {
  for (const engine of ENGINES) {
    test.describe(engine.name, () => {
      test.use({ engine });
      test.skip(!engine.isHere, `${engine.name} is not installed: ${engine.howToGet}`);
      define(test, engine);
    });
  }
}

export { expect } from "../fixtures/test.ts";
