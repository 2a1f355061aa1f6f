import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** The real clients, or sockets that say the same and do nothing else. */
export type Kind = "real" | "bare";

export type Job =
  | {
      type: "write";
      url: string;
      clients: number;
      kind: Kind;
      /** How many mutations each client has on the way at once. */
      ahead: number;
      warmUpMs: number;
      durationMs: number;
    }
  | { type: "watch"; url: string; clients: number; kind: Kind; rounds: number };

/** How long each of what was asked for took. */
export interface Report {
  timesMs: number[];
}

const SCRIPT = path.join(import.meta.dirname, "clients.ts");

export async function inProcessOfItsOwn(job: Job): Promise<Report> {
  const child = fork(SCRIPT, { execArgv: ["--import", "tsx"] });
  child.send(job);
  // Unlike its exit, this comes after all that it has said.
  const ended = once(child, "disconnect").then(() => {
    throw new Error("The clients ended before they reported");
  });
  const [report] = (await Promise.race([once(child, "message"), ended])) as [Report];
  return report;
}

/** The value that this share of all is not above. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
