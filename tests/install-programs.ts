/** `npm run test:programs` installs the browsers without which `npm run test:all` skips tests. */
import { fileURLToPath } from "node:url";
import { thisMachine } from "./browser.ts";
import type { Machine } from "./browser.ts";

interface Wanted {
  what: string;
  packages: string[];
  programs: string[];
}

const WANTED: Wanted[] = [
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

export async function installPrograms(machine: Machine): Promise<void> {
  const missing: Wanted[] = [];
  for (const wanted of WANTED) {
    if (!(await areThere(machine, wanted))) missing.push(wanted);
  }
  if (missing.length === 0) {
    machine.log("All optional programs are installed.");
    return;
  }
  const names = missing.map(({ what }) => what).join(", ");
  const packages = missing.flatMap((wanted) => wanted.packages);
  if (!machine.isRoot || !(await isDebian(machine))) {
    machine.log(
      `Missing: ${names}. On Debian or Ubuntu, install them as root: apt-get install ${packages.join(" ")}`,
    );
    return;
  }
  machine.log(`Installing Debian's packages: ${names}.`);
  await machine.execute("apt-get", ["update"]);
  await machine.execute("apt-get", ["install", "--yes", "--no-install-recommends", ...packages]);
}

async function isDebian(machine: Machine): Promise<boolean> {
  if (machine.platform !== "linux") return false;
  const names = await machine.distributions();
  return names.includes("debian") || names.includes("ubuntu");
}

async function areThere(machine: Machine, { programs }: Wanted): Promise<boolean> {
  for (const program of programs) {
    if (!(await machine.isExecutable(program))) return false;
  }
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installPrograms(thisMachine((line) => console.log(line)));
}
