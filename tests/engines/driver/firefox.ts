/** Headless Firefox: WebDriver for commands, WebDriver BiDi for events of its pages. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { eventually } from "../../eventually.ts";
import { openBidi } from "./bidi.ts";
import type { Driver } from "./driver.ts";
import { connectMarionette } from "./marionette.ts";
import { openNullSink, soundIn } from "./null-sink.ts";
import { run } from "./programs.ts";
import { removeFolder, temporaryFolder } from "../../temporary-folder.ts";

export const FIREFOX = "/usr/bin/firefox-esr";

/** A fake microphone that hums, with permission granted. */
const PREFERENCES = {
  "marionette.port": 0,
  "media.navigator.permission.disabled": true,
  "media.navigator.streams.fake": true,
  "permissions.default.microphone": 1,
  "media.autoplay.default": 0,
};

export async function openFirefox(): Promise<Driver> {
  const folder = await temporaryFolder("firefox");
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(folder, "user.js"), preferences.join("\n"));
  const sink = await openNullSink(folder);
  const browser = run(
    FIREFOX,
    ["--headless", "--marionette", "--remote-debugging-port=0", "--no-remote", "--profile", folder],
    soundIn(folder),
  );
  const port = await browser.during("naming its port", portOf(folder));
  const marionette = await browser.during("greeting", connectMarionette(port));
  const capabilities = { webSocketUrl: true, unhandledPromptBehavior: "accept" };
  const opened = await browser.during(
    "opening a session",
    marionette.send("WebDriver:NewSession", capabilities),
  );
  const { webSocketUrl } = (opened as { capabilities: { webSocketUrl: string } }).capabilities;
  const bidi = await browser.during("telling of its pages", openBidi(webSocketUrl));
  return {
    async send(command, params = {}) {
      const result = await marionette.send(`WebDriver:${command}`, params);
      return (result as { value?: unknown } | null)?.value ?? null;
    },
    async resize(width, height) {
      const handle = await marionette.send("WebDriver:GetWindowHandle");
      const context = (handle as { value: string }).value;
      await bidi.send("browsingContext.setViewport", { context, viewport: { width, height } });
    },
    complaints: () => bidi.complaints.splice(0),
    async close() {
      bidi.close();
      marionette.close();
      await browser.stop();
      await sink.stop();
      await removeFolder(folder);
    },
  };
}

/** Firefox chooses a free port and writes it to a file. */
async function portOf(folder: string): Promise<number> {
  let port = 0;
  await eventually(async () => {
    const text = await readFile(path.join(folder, "MarionetteActivePort"), "utf8").catch(() => "");
    port = Number(text);
    return port > 0;
  });
  return port;
}
