/** The browsers beside Chromium in which the product has to work, and whether they are here. */
import { existsSync } from "node:fs";
import { FIREFOX, openFirefox } from "./driver/firefox.ts";
import { openWebkit, SCREEN, WEBKIT_DRIVER } from "./driver/webkit.ts";
import type { Driver } from "./driver/driver.ts";

export interface Engine {
  name: "Firefox" | "WebKit";
  /** It has what a call needs. */
  canTalk: boolean;
  isHere: boolean;
  /** Where it is not here. */
  howToGet: string;
  open(): Promise<Driver>;
}

const are = (...programs: string[]) => programs.every((program) => existsSync(program));

export const ENGINES: Engine[] = [
  {
    name: "Firefox",
    canTalk: true,
    isHere: are(FIREFOX, "/usr/bin/pulseaudio"),
    howToGet: "apt-get install firefox-esr pulseaudio",
    open: openFirefox,
  },
  // As Debian builds it, it has no RTCPeerConnection.
  {
    name: "WebKit",
    canTalk: false,
    isHere: are(WEBKIT_DRIVER, SCREEN),
    howToGet: "apt-get install webkit2gtk-driver xvfb",
    open: openWebkit,
  },
];
