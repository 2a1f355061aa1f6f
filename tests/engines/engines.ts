/** The browsers besides Chromium in which the product must work, and whether they are installed. */
import { existsSync } from "node:fs";
import { FIREFOX, openFirefox } from "./driver/firefox.ts";
import { openWebkit, SCREEN, WEBKIT_DRIVER } from "./driver/webkit.ts";
import type { Driver } from "./driver/driver.ts";

export interface Engine {
  name: "Firefox" | "WebKit";
  /** Whether it supports calls. */
  canTalk: boolean;
  isHere: boolean;
  /** How to install it. */
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
  // Debian's build has no RTCPeerConnection.
  {
    name: "WebKit",
    canTalk: false,
    isHere: are(WEBKIT_DRIVER, SCREEN),
    howToGet: "apt-get install webkit2gtk-driver xvfb",
    open: openWebkit,
  },
];
