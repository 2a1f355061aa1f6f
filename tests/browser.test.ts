import { expect, test, vi } from "vitest";
import { browserArguments, findBrowser, parseDistributions } from "./browser.ts";
import type { Machine } from "./browser.ts";

const OF_PLAYWRIGHT = "/cache/playwright/chrome";

type Actions = "execute" | "playwrightInstall" | "log";

/** A machine with these programs, on which `execute` and `playwrightInstall` do nothing. */
function machineWith(programs: string[], overrides: Partial<Omit<Machine, Actions>> = {}) {
  const installed = new Set(programs);
  const machine = {
    platform: "linux" as const,
    env: { PATH: "/usr/local/bin:/usr/bin" },
    isRoot: true,
    distributions: () => Promise.resolve(["debian"]),
    isExecutable: (file: string) => Promise.resolve(installed.has(file)),
    playwrightPath: () => OF_PLAYWRIGHT,
    execute: vi.fn<Machine["execute"]>(() => Promise.resolve()),
    playwrightInstall: vi.fn<Machine["playwrightInstall"]>(() => Promise.resolve()),
    log: vi.fn<Machine["log"]>(),
    ...overrides,
  };
  return { machine, install: (file: string) => installed.add(file) };
}

test("CHROMIUM_PATH takes precedence", async () => {
  const { machine } = machineWith(["/opt/mine", "/usr/bin/chromium"], {
    env: { CHROMIUM_PATH: "/opt/mine", PATH: "/usr/bin" },
  });
  expect(await findBrowser(machine)).toBe("/opt/mine");
});

test("a CHROMIUM_PATH that cannot be run is an error", async () => {
  const { machine } = machineWith(["/usr/bin/chromium"], { env: { CHROMIUM_PATH: "/opt/gone" } });
  await expect(findBrowser(machine)).rejects.toThrow("CHROMIUM_PATH is /opt/gone");
});

test.each(["/usr/local/bin/chromium", "/usr/bin/google-chrome", "/opt/google/chrome/chrome"])(
  "an installed browser is used: %s",
  async (program) => {
    const { machine } = machineWith([program, OF_PLAYWRIGHT]);
    expect(await findBrowser(machine)).toBe(program);
    expect(machine.execute).not.toHaveBeenCalled();
  },
);

test("the headless shell is preferred", async () => {
  const shell = "/usr/bin/chromium-headless-shell";
  const { machine } = machineWith(["/usr/local/bin/chromium", shell]);
  expect(await findBrowser(machine)).toBe(shell);
});

test("Chrome is found in the standard folders of macOS and Windows", async () => {
  const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  const onMac = machineWith([mac], { platform: "darwin", isRoot: false });
  expect(await findBrowser(onMac.machine)).toBe(mac);
  const windows = String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`;
  const onWindows = machineWith([windows], { platform: "win32", isRoot: false });
  expect(await findBrowser(onWindows.machine)).toBe(windows);
});

test("otherwise the one that Playwright downloaded is used", async () => {
  const { machine } = machineWith([OF_PLAYWRIGHT]);
  expect(await findBrowser(machine)).toBe(OF_PLAYWRIGHT);
  expect(machine.playwrightInstall).not.toHaveBeenCalled();
});

test("as root on Debian, Debian's package is installed", async () => {
  const { machine, install } = machineWith([]);
  machine.execute.mockImplementation((_file, args) => {
    if (args.includes("chromium-headless-shell")) install("/usr/bin/chromium-headless-shell");
    return Promise.resolve();
  });
  expect(await findBrowser(machine)).toBe("/usr/bin/chromium-headless-shell");
  expect(machine.execute.mock.calls).toEqual([
    ["apt-get", ["update"]],
    [
      "apt-get",
      [
        "install",
        "--yes",
        "--no-install-recommends",
        "chromium-headless-shell",
        "fonts-liberation",
      ],
    ],
  ]);
  expect(machine.playwrightInstall).not.toHaveBeenCalled();
});

test.each([
  ["not root", { isRoot: false }],
  ["not Debian", { distributions: () => Promise.resolve(["fedora"]) }],
  ["not Linux", { platform: "darwin" as const }],
])(
  "%s: Playwright's Chromium is downloaded and no package is installed",
  async (_why, overrides) => {
    const { machine, install } = machineWith([], overrides);
    machine.playwrightInstall.mockImplementation(() => {
      install(OF_PLAYWRIGHT);
      return Promise.resolve();
    });
    expect(await findBrowser(machine)).toBe(OF_PLAYWRIGHT);
    expect(machine.execute).not.toHaveBeenCalled();
  },
);

test("if the package cannot be installed, Playwright's Chromium is downloaded", async () => {
  const { machine, install } = machineWith([]);
  machine.execute.mockRejectedValue(new Error("no network\nand a long story"));
  machine.playwrightInstall.mockImplementation(() => {
    install(OF_PLAYWRIGHT);
    return Promise.resolve();
  });
  expect(await findBrowser(machine)).toBe(OF_PLAYWRIGHT);
  expect(machine.log).toHaveBeenCalledWith("That failed: Error: no network");
});

test("if nothing works, the error says how to get a browser", async () => {
  const { machine } = machineWith([]);
  machine.playwrightInstall.mockRejectedValue(new Error("no network"));
  const error: unknown = await findBrowser(machine).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/apt-get install chromium.*CHROMIUM_PATH/);
  expect(String(error)).not.toContain("\n");
});

test("derivatives of Debian are recognized by os-release", () => {
  expect(parseDistributions('NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"\n')).toEqual([
    "linuxmint",
    "ubuntu",
    "debian",
  ]);
});

test("the sandbox is disabled only for root", () => {
  expect(browserArguments(true)).toContain("--no-sandbox");
  expect(browserArguments(false)).not.toContain("--no-sandbox");
});
