/** GNOME's WebKit in its MiniBrowser, on a virtual screen. */
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { closeServer, listen } from "@hark/stand-in-kit/listening";
import { eventually } from "../../eventually.ts";
import type { Driver } from "./driver.ts";
import { run } from "./programs.ts";
import { openHttpSession } from "./web-driver.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";

export const WEBKIT_DRIVER = "/usr/bin/WebKitWebDriver";
export const SCREEN = "/usr/bin/Xvfb";
const BROWSER = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;

const BARS = "return [outerWidth - innerWidth, outerHeight - innerHeight]";

/** Otherwise the toolbar keeps the window from being as narrow as a phone. */
const NARROW = "window * { min-width: 0; margin: 0; padding: 0; border-width: 0; }";

export async function openWebkit(): Promise<Driver> {
  const folder = await temporaryFolder("webkit");
  const settings = path.join(folder, ".config/gtk-3.0");
  await mkdir(settings, { recursive: true });
  await writeFile(path.join(settings, "gtk.css"), NARROW);
  const screen = run(SCREEN, [
    ...["-displayfd", "1", "-screen", "0", "1600x1200x24"],
    ...["-nolisten", "tcp"],
  ]);
  // It may print errors about displays in use first.
  const display = `:${await screen.says(/^(\d+)\n/m)}`;
  const port = await freePort();
  const program = run(WEBKIT_DRIVER, [`--port=${port}`], {
    DISPLAY: display,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    // There is no D-Bus for settings and accessibility.
    DBUS_SESSION_BUS_ADDRESS: "disabled:",
    GSETTINGS_BACKEND: "memory",
    NO_AT_BRIDGE: "1",
  });
  const url = `http://127.0.0.1:${port}`;
  await eventually(() =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const opening = openHttpSession(url, {
    alwaysMatch: {
      unhandledPromptBehavior: "accept",
      "webkitgtk:browserOptions": { binary: BROWSER, args: ["--automation"] },
    },
  });
  const session = await program.during("opening a session", opening);
  return {
    send: (command, params) => session.send(command, params),
    async resize(width, height) {
      const bars = await session.send("ExecuteScript", { script: BARS, args: [] });
      const [across, down] = bars as [number, number];
      await session.send("SetWindowRect", { width: width + across, height: height + down });
    },
    // It does not report console messages. find-in-page.ts records them in the page.
    complaints: () => [],
    async close() {
      await session.close();
      await program.stop();
      await screen.stop();
      await removeFolder(folder);
    },
  };
}

/** The driver does not accept port 0. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = Number(new URL(await listen(server, 0)).port);
  await closeServer(server);
  return port;
}
