/** `npm start -- --demo`: three businesses with a quarter of a year of calls, made once in a data folder. */
import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { errorCode, LaunchError } from "../start/launch-error.ts";
import { calendarUntil } from "./calendar.ts";
import { fill } from "./fill.ts";
import type { Place } from "./fill.ts";
import { answersSignIn } from "./sign-in-page.ts";

const FILE = "demo.json";
const EMAIL = "ada@demo.example";

interface Kept {
  state: "begun" | "filled";
  email: string;
  password: string;
  /** By which the sign-in limits know the demo's own page. */
  browser: string;
  /** In the link. */
  token: string;
}

export interface Demo {
  /** Where it is still to be made, as long ago as its story begins. */
  clock: AdjustableClock;
  answersFirst(request: IncomingMessage, response: ServerResponse, url: URL): boolean;
  /** Unless it is there already. When it is done, the clock shows the time. */
  make(place: Omit<Place, "clock">): Promise<void>;
  linkAt(appUrl: string): string;
}

export async function openDemo(dataFolder: string, log: (line: string) => void): Promise<Demo> {
  const file = path.join(dataFolder, FILE);
  const known = await read(file);
  if (known?.state === "begun") {
    throw new LaunchError(
      [
        "The demo was interrupted while it was made, so that only a part of it is there.",
        "Begin again with `npm run reset`, or in another folder: HARK_DATA=.local-demo npm start -- --demo",
      ].join("\n"),
    );
  }
  const kept = known ?? newlyKept();
  const calendar = calendarUntil(Date.now());
  const clock = new AdjustableClock(known === null ? calendar.fromMs - calendar.untilMs : 0);
  const signInPath = `/demo/${kept.token}`;
  let backendUrl: string | null = null;
  return {
    clock,
    answersFirst(request, response, url) {
      if (backendUrl === null) return false;
      const { email, password, browser } = kept;
      const page = { backendUrl, email, password, browser, path: signInPath };
      return answersSignIn(page, request, response, url);
    },
    async make(place) {
      if (known === null) {
        await write(file, { ...kept, state: "begun" });
        await live({ ...place, clock }, kept);
        await write(file, { ...kept, state: "filled" });
      }
      backendUrl = place.backendUrl;
    },
    linkAt: (appUrl) => appUrl + signInPath,
  };

  async function live(place: Place, { email, password, browser }: Kept): Promise<void> {
    const startedMs = performance.now();
    log("Making the demo: three businesses and three months of calls. This takes a while, once.");
    const progress = inQuarters((percent) => log(`  ${percent} %`));
    const calls = await fill(place, { email, password, browser, calendar, progress });
    clock.catchUp();
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    log(`  ${calls.toLocaleString("en-US")} calls, in ${seconds} s`);
  }
}

function inQuarters(tell: (percent: number) => void): (share: number) => void {
  let told = 0;
  return (share) => {
    const quarters = Math.floor(share * 4);
    if (quarters <= told || quarters === 4) return;
    told = quarters;
    tell(quarters * 25);
  };
}

function newlyKept(): Kept {
  return {
    state: "begun",
    email: EMAIL,
    password: randomBytes(18).toString("base64url"),
    browser: randomUUID(),
    token: randomBytes(18).toString("base64url"),
  };
}

async function read(file: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Kept;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

async function write(file: string, kept: Kept): Promise<void> {
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
}
