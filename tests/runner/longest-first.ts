/**
 * What takes minutes begins first: a file that begins last is waited for alone. Where the tests have run before, their
 * runner knows how long each took; a fresh clone has nothing but this.
 */
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

const LONG =
  /\/tests\/product\/(days\/ten-days|operate\/deploy|webhooks|restarts|other-ways|password-reset)\.test\.ts$/;

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
