import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { keepingEnvFile } from "../started-hark.ts";
import type { Bench, Figure, Table } from "./bench.ts";
import { burdenOf, rest } from "./load/burden.ts";
import type { Burden } from "./load/burden.ts";
import { reportCalls, tellOfSubscriptions } from "./load/bursts.ts";
import { loadButtonPages } from "./load/button-pages.ts";
import { endCallsOnScreens, PAGES } from "./load/dashboards.ts";
import { milliseconds, spreadOf } from "./load/outcome.ts";
import type { Outcome } from "./load/outcome.ts";
import { newOwners } from "./load/owners.ts";
import { queriesOf } from "./load/page-queries.ts";
import { runHark } from "./load/running-hark.ts";
import type { RunningHark } from "./load/running-hark.ts";
import { talkAtOnce } from "./load/talks.ts";

/** All else goes by them. Fewer try the benchmark out where there is no room for all. */
const OWNERS = Number(process.env.LOAD_OWNERS ?? 25);
const SCREENS_EACH = 40;
const ENDS_EACH = 2;
const PAGES_A_SECOND = 8 * OWNERS;
const PAGES_FOR_SECONDS = 30;
const TALKS = 2 * OWNERS;
/** Before an assistant hangs up on who says nothing, which it does after thirty seconds. */
const QUESTIONS_WITHIN_MS = 24_000;
const REPORTED_EACH = 18;
/** Of those. */
const TWICE_EACH = 2;
const EVENTS_EACH = REPORTED_EACH + TWICE_EACH;

/** `npm start` with many at once: each beside the same of few, in the same run. */
export const bench: Bench = {
  title: "Load",
  async measure() {
    const dataFolder = await mkdtemp(path.join(os.tmpdir(), "hark-load-"));
    try {
      return await keepingEnvFile(async () => {
        const hark = await runHark(dataFolder);
        try {
          return await measureOn(hark);
        } finally {
          await hark.interrupt();
        }
      });
    } finally {
      await rm(dataFolder, { recursive: true, force: true });
    }
  },
};

async function measureOn(hark: RunningHark): Promise<(Figure | Table)[]> {
  const owners = await newOwners(hark, OWNERS);
  const [owner] = owners;
  if (owner === undefined) throw new Error("There are no owners");
  const queries = await queriesOf(hark, owner, PAGES);
  const times: string[][] = [];
  const burdens: string[][] = [];
  const row = (name: string, outcome: Outcome, perSecond = "-") => {
    for (const error of outcome.errors.slice(0, 5)) console.log(`  ${name}: ${error}`);
    const { length } = outcome.timesMs;
    times.push([
      name,
      ...spreadOf(outcome),
      perSecond,
      String(length),
      String(outcome.errors.length),
    ]);
  };
  const burden = async <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const { result, burden: taken } = await burdenOf(hark, task);
    burdens.push([name, ...megabytesOf(taken), taken.processors.toFixed(2)]);
    return result;
  };

  // With two screens of each owner first: functions that nobody has called yet are slower than any load.
  const screens = (screensEach: number) =>
    endCallsOnScreens(hark, { owners, screensEach, endsEach: ENDS_EACH, queries });
  const few = await screens(PAGES.length);
  await rest();
  const open = count(OWNERS * SCREENS_EACH);
  const many = await burden(`${open} dashboards`, () => screens(SCREENS_EACH));
  row(`a call's end, to the last of ${PAGES.length} screens`, few.ends);
  row(`... of ${SCREENS_EACH} screens, with ${open} open`, many.ends);

  const pages = (perSecond: number, seconds: number) =>
    loadButtonPages(hark, owners, { perSecond, seconds });
  row("a button's page, 10 a second", await pages(10, 5), "10");
  const loaded = await burden(`${PAGES_A_SECOND} button pages a second`, () =>
    pages(PAGES_A_SECOND, PAGES_FOR_SECONDS),
  );
  row(`... ${PAGES_A_SECOND} a second, for ${PAGES_FOR_SECONDS} s`, loaded, String(PAGES_A_SECOND));

  const talks = (calls: number, asksWithinMs: number) =>
    talkAtOnce(hark, { owners, count: calls, asksWithinMs });
  const one = await talks(1, 0);
  const all = await burden(`${TALKS} calls at once`, () => talks(TALKS, QUESTIONS_WITHIN_MS));
  row("a call is made, alone", { ...one.minted, errors: one.errors });
  row(`... ${TALKS} at once`, { ...all.minted, errors: all.errors });
  row("from the press to the first sound, alone", one.firstSound);
  row(`... ${TALKS} at once`, all.firstSound);
  row("from a question to its answer, alone", one.answers);
  row(`... ${TALKS} at once`, all.answers);

  const alone = owners.slice(0, 1);
  row(
    "the report of a call, alone",
    await reportCalls(hark, alone, { callsEach: 1, twiceEach: 0 }),
  );
  const toldOf = { callsEach: REPORTED_EACH, twiceEach: TWICE_EACH };
  const inBurst = `${OWNERS * EVENTS_EACH}`;
  const told = await burden(`${inBurst} reports at once`, () => reportCalls(hark, owners, toldOf));
  row(`... ${inBurst} at once`, told, milliseconds(told.perSecond));
  row("an event of Stripe's, alone", await tellOfSubscriptions(hark, alone, 1));
  const events = await burden(`${inBurst} events of Stripe's at once`, () =>
    tellOfSubscriptions(hark, owners, EVENTS_EACH),
  );
  row(`... ${inBurst} at once`, events, milliseconds(events.perSecond));

  const { frames } = all;
  return [
    {
      title: "Load, in milliseconds",
      columns: ["", "p50", "p95", "p99", "a second", "done", "errors"],
      rows: times,
    },
    {
      title: "Load, frames of sound",
      columns: ["", "spoken", "late", "lost"],
      rows: [
        ["to visitors", count(frames.toVisitors), count(frames.late), count(frames.lost)],
        ["to assistants", count(frames.toAssistants), "-", count(frames.unheard)],
      ],
    },
    {
      title: "Load, megabytes of all processes, and how many processors were busy",
      columns: ["", "before", "at the peak", "after a rest", "processors"],
      rows: burdens,
    },
    {
      name: `Until ${open} dashboards show all that they show`,
      unit: "ms",
      value: many.shownMs,
      baseline: { name: `until ${OWNERS * PAGES.length} do`, value: few.shownMs },
    },
  ];
}

function megabytesOf({ before, peak, after }: Burden): string[] {
  return [before, peak, after].map((value) => value.toFixed(0));
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
