import { expect, test, vi } from "vitest";
import type { Machine } from "./browser.ts";
import { installPrograms } from "./install-programs.ts";

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

test("as root on Debian, both other browsers are installed at once", async () => {
  const { machine, execute } = machineWith({});
  await installPrograms(machine);
  expect(execute).toHaveBeenCalledTimes(2);
  expect(execute.mock.calls.at(-1)?.[1]).toEqual(
    expect.arrayContaining(["firefox-esr", "pulseaudio", "webkit2gtk-driver", "xvfb"]),
  );
});

test("installed programs are not installed again, incomplete ones are", async () => {
  const here = ["/usr/bin/firefox-esr", "/usr/bin/pulseaudio", "/usr/bin/Xvfb"];
  const isExecutable = (file: string) => Promise.resolve(here.includes(file));
  const { machine, execute } = machineWith({ isExecutable });
  await installPrograms(machine);
  const installed = execute.mock.calls.at(-1)?.[1];
  expect(installed).not.toContain("firefox-esr");
  expect(installed).toEqual(expect.arrayContaining(["webkit2gtk-driver", "xvfb"]));
});

test.each([
  ["all is there", { isExecutable: () => Promise.resolve(true) }],
  ["not root", { isRoot: false }],
  ["not Debian", { distributions: () => Promise.resolve(["fedora"]) }],
  ["not Linux", { platform: "darwin" as const }],
])("nothing is installed when %s", async (_why, overrides) => {
  const { machine, execute } = machineWith(overrides);
  await installPrograms(machine);
  expect(execute).not.toHaveBeenCalled();
});
