/** Gets the speech recognizer that the tests of a spoken conversation need, where it can. */
import type { Machine } from "./browser.ts";

const PACKAGES = ["pocketsphinx", "pocketsphinx-en-us"];
const PROGRAM = "/usr/bin/pocketsphinx_continuous";

/** Installs Debian's packages for root; elsewhere the tests say what is missing. */
export async function installRecognizer(machine: Machine): Promise<void> {
  if (machine.platform !== "linux" || !machine.isRoot || (await machine.isExecutable(PROGRAM)))
    return;
  const names = await machine.distributions();
  if (!names.includes("debian") && !names.includes("ubuntu")) return;
  machine.log("No speech recognizer here: installing Debian's packages.");
  await machine.execute("apt-get", ["update"]);
  await machine.execute("apt-get", ["install", "--yes", "--no-install-recommends", ...PACKAGES]);
}
