import { expect, test, vi } from "vitest";
import type { Machine } from "./browser.ts";
import { installPackages } from "./packages.ts";

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

test("root on Debian gets a recognizer with its language, and both other browsers, at once", async () => {
  const { machine, execute } = machineWith({});
  await installPackages(machine);
  expect(execute).toHaveBeenCalledTimes(2);
  expect(execute.mock.calls.at(-1)?.[1]).toEqual(
    expect.arrayContaining([
      ...["install", "pocketsphinx", "pocketsphinx-en-us"],
      ...["firefox-esr", "pulseaudio", "webkit2gtk-driver", "xvfb"],
    ]),
  );
});

test("what is there already is not installed again, and half of it is not enough", async () => {
  const here = ["/usr/bin/pocketsphinx_continuous", "/usr/bin/firefox-esr", "/usr/bin/Xvfb"];
  const isExecutable = (file: string) => Promise.resolve(here.includes(file));
  const { machine, execute } = machineWith({ isExecutable });
  await installPackages(machine);
  const installed = execute.mock.calls.at(-1)?.[1];
  expect(installed).not.toContain("pocketsphinx");
  expect(installed).toEqual(expect.arrayContaining(["pulseaudio", "webkit2gtk-driver"]));
});

test.each([
  ["all is there", { isExecutable: () => Promise.resolve(true) }],
  ["not root", { isRoot: false }],
  ["not Debian", { distributions: () => Promise.resolve(["fedora"]) }],
  ["not Linux", { platform: "darwin" as const }],
])("nothing is installed when %s", async (_why, overrides) => {
  const { machine, execute } = machineWith(overrides);
  await installPackages(machine);
  expect(execute).not.toHaveBeenCalled();
});
