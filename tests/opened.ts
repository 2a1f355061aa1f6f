import { afterAll, beforeAll } from "vitest";
import { must } from "@hark/stand-in-kit/must";

/** Opens something before the tests of a file or group, and closes it after them. */
export function opened<T extends { close(): Promise<void> }>(open: () => Promise<T>): () => T {
  let value: T | undefined;
  beforeAll(async () => {
    value = await open();
  });
  afterAll(() => value?.close());
  return () => must(value, "open before it is used");
}
