/** A test for each engine, with the product as all browser tests have it. */
import { existsSync } from "node:fs";
import { test as base } from "../fixtures/test.ts";
import { bundleFinder, openUser } from "./driver/user.ts";
import type { User } from "./driver/user.ts";
import { ENGINES } from "./engines.ts";
import type { Engine } from "./engines.ts";

interface Fixtures {
  engine: Engine | undefined;
  /** The engine's one page, with nothing in its memory. */
  user: User;
}

const test = base.extend<Fixtures>({
  engine: [undefined, { option: true }],

  user: async ({ engine }, use, testInfo) => {
    if (engine === undefined) throw new Error("This test is of no engine");
    const user = openUser(await engine.open(), await bundleFinder());
    await use(user);
    if (testInfo.status !== testInfo.expectedStatus) {
      const file = testInfo.outputPath("failed.png");
      await user.picture(file);
      if (existsSync(file))
        await testInfo.attach("screen", { path: file, contentType: "image/png" });
    }
    const complaints = user.complaints();
    await user.close();
    if (complaints.length > 0) {
      throw new Error(`The page did what no test expects:\n${complaints.join("\n")}`);
    }
  },
});

/** What is not installed is skipped by name. */
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
