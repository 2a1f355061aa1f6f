/** Gets what the tests need of a machine beside Node and Chromium, where it can. */
import type { Machine } from "./browser.ts";

interface Wanted {
  what: string;
  packages: string[];
  programs: string[];
}

const WANTED: Wanted[] = [
  {
    what: "a speech recognizer",
    packages: ["pocketsphinx", "pocketsphinx-en-us"],
    programs: ["/usr/bin/pocketsphinx_continuous"],
  },
  {
    what: "Firefox with an audio output",
    packages: ["firefox-esr", "pulseaudio"],
    programs: ["/usr/bin/firefox-esr", "/usr/bin/pulseaudio"],
  },
  {
    what: "WebKit with a screen",
    packages: ["webkit2gtk-driver", "xvfb"],
    programs: ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"],
  },
];

/** Installs Debian's packages for root; elsewhere the tests say what is missing. */
export async function installPackages(machine: Machine): Promise<void> {
  if (machine.platform !== "linux" || !machine.isRoot) return;
  const missing: Wanted[] = [];
  for (const wanted of WANTED) {
    if (!(await areThere(machine, wanted))) missing.push(wanted);
  }
  if (missing.length === 0) return;
  const names = await machine.distributions();
  if (!names.includes("debian") && !names.includes("ubuntu")) return;
  machine.log(`Installing Debian's packages: ${missing.map(({ what }) => what).join(", ")}.`);
  await machine.execute("apt-get", ["update"]);
  const packages = missing.flatMap((wanted) => wanted.packages);
  await machine.execute("apt-get", ["install", "--yes", "--no-install-recommends", ...packages]);
}

async function areThere(machine: Machine, { programs }: Wanted): Promise<boolean> {
  for (const program of programs) {
    if (!(await machine.isExecutable(program))) return false;
  }
  return true;
}
