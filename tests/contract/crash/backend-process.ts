/** A backend in a process of its own, which can be killed. */
import { startBackend } from "@hark/convex-local";
import { AdjustableClock } from "@hark/stand-in-kit/clock";

export interface Started {
  url: string;
  siteUrl: string;
  adminKey: string;
}

/** What it answers when it is asked whether all that was scheduled for by now has run. */
export interface Idle {
  isIdle: boolean;
}

const [dataFolder = "", port, sitePort, offsetMs] = process.argv.slice(2);
const backend = await startBackend({
  dataFolder,
  port: Number(port),
  sitePort: Number(sitePort),
  clock: new AdjustableClock(Number(offsetMs)),
  log: (line) => console.error(line),
});
process.on("message", () => process.send?.({ isIdle: backend.isIdle() } satisfies Idle));
process.on("disconnect", () => {
  void backend.close().then(() => process.exit());
});
const { url, siteUrl, adminKey } = backend;
process.send?.({ url, siteUrl, adminKey } satisfies Started);
