/**
 * Starts test files that take minutes first, so that none of them runs alone at the end. Vitest itself sorts by the times
 * of earlier runs; a fresh clone has none.
 */
import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

const LONG =
  /\/tests\/product\/(days\/ten-days|operate\/deploy|webhooks|restarts|oauth|password-reset)\.test\.ts$/;

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
