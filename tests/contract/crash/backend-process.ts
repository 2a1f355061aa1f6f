/** A backend in its own process, which can be killed. */
import { startBackend } from "@hark/convex-local";
import { AdjustableClock } from "@hark/stand-in-kit/clock";

export interface Started {
  url: string;
  siteUrl: string;
  adminKey: string;
}

/** The answer to whether all due scheduled functions have run. */
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
