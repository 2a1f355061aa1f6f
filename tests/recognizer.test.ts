import { expect, test, vi } from "vitest";
import type { Machine } from "./browser.ts";
import { installRecognizer } from "./recognizer.ts";

function machineWith(overrides: Partial<Machine>) {
  const execute = vi.fn<Machine["execute"]>(() => Promise.resolve());
  const machine: Machine = {
    platform: "linux",
    env: {},
    isRoot: true,
    distributions: () => Promise.resolve(["debian"]),
    isExecutable: () => Promise.resolve(false),
    playwrightPath: () => "",
    execute,
    playwrightInstall: () => Promise.resolve(),
    log: () => {},
    ...overrides,
  };
  return { machine, execute };
}

test("root on Debian gets the recognizer and its English model", async () => {
  const { machine, execute } = machineWith({});
  await installRecognizer(machine);
  expect(execute.mock.calls.at(-1)?.[1]).toEqual(
    expect.arrayContaining(["install", "pocketsphinx", "pocketsphinx-en-us"]),
  );
});

test.each([
  ["it is there", { isExecutable: () => Promise.resolve(true) }],
  ["not root", { isRoot: false }],
  ["not Debian", { distributions: () => Promise.resolve(["fedora"]) }],
  ["not Linux", { platform: "darwin" as const }],
])("nothing is installed when %s", async (_why, overrides) => {
  const { machine, execute } = machineWith(overrides);
  await installRecognizer(machine);
  expect(execute).not.toHaveBeenCalled();
});
