/** `npm start -- --demo`: three businesses with three months of calls, created once per data folder. */
import { randomBytes, randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { errorCode, LaunchError } from "../start/launch-error.ts";
import type { StackOptions } from "../start/stack.ts";
import { calendarUntil } from "./calendar.ts";
import { createDemoData } from "./create-data.ts";
import type { DemoBackend } from "./create-data.ts";
import { handleSignIn } from "./sign-in-page.ts";

const FILE = "demo.json";
const EMAIL = "ada@demo.example";

interface DemoFile {
  state: "begun" | "filled";
  email: string;
  password: string;
  /** Identifies the demo's sign-in page to the rate limits. */
  browser: string;
  /** Part of the link. */
  token: string;
}

/** Its clock starts when the demo begins, if the demo must still be created. It intercepts requests for its link. */
export interface Demo extends Required<Pick<StackOptions, "clock" | "intercept">> {
  /** Creates the demo if the data folder has none. Afterwards the clock shows the current time. */
  createUnlessPresent(backend: Omit<DemoBackend, "clock">): Promise<void>;
  linkAt(appUrl: string): string;
}

export async function openDemo(dataFolder: string, log: (line: string) => void): Promise<Demo> {
  const file = path.join(dataFolder, FILE);
  const known = await read(file);
  if (known?.state === "begun") {
    throw new LaunchError(
      [
        "The demo was interrupted while it was being created, so it is incomplete.",
        "Start again with `npm run reset`, or use another folder: HARK_DATA=.local-demo npm start -- --demo",
      ].join("\n"),
    );
  }
  const stored = known ?? newDemoFile();
  const calendar = calendarUntil(Date.now());
  const clock = new AdjustableClock(known === null ? calendar.fromMs - calendar.untilMs : 0);
  const signInPath = `/demo/${stored.token}`;
  let backendUrl: string | null = null;
  return {
    clock,
    intercept(request, response, url) {
      if (backendUrl === null) return false;
      const { email, password, browser } = stored;
      const page = { backendUrl, email, password, browser, path: signInPath };
      return handleSignIn(page, request, response, url);
    },
    async createUnlessPresent(backend) {
      if (known === null) {
        await write(file, { ...stored, state: "begun" });
        await create({ ...backend, clock }, stored);
        await write(file, { ...stored, state: "filled" });
      }
      backendUrl = backend.backendUrl;
    },
    linkAt: (appUrl) => appUrl + signInPath,
  };

  async function create(
    backend: DemoBackend,
    { email, password, browser }: DemoFile,
  ): Promise<void> {
    const startedMs = performance.now();
    log(
      "Creating the demo: three businesses and three months of calls. This takes a while, but only once.",
    );
    const progress = everyQuarter((percent) => log(`  ${percent} %`));
    const calls = await createDemoData(backend, { email, password, browser, calendar, progress });
    clock.catchUp();
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    log(`  ${calls.toLocaleString("en-US")} calls, in ${seconds} s`);
  }
}

function everyQuarter(report: (percent: number) => void): (share: number) => void {
  let reported = 0;
  return (share) => {
    const quarters = Math.floor(share * 4);
    if (quarters <= reported || quarters === 4) return;
    reported = quarters;
    report(quarters * 25);
  };
}

function newDemoFile(): DemoFile {
  return {
    state: "begun",
    email: EMAIL,
    password: randomBytes(18).toString("base64url"),
    browser: randomUUID(),
    token: randomBytes(18).toString("base64url"),
  };
}

async function read(file: string): Promise<DemoFile | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as DemoFile;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

async function write(file: string, stored: DemoFile): Promise<void> {
  await writeFile(file, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 });
}
