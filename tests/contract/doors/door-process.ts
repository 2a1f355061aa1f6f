/** The servers of `npm start` in their own process, which reports its memory, open sockets and errors. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { takeViolations } from "../../judges/violations.ts";
import { openDeployment } from "../deployment.ts";
import { BUILT_DOORS, openFiveDoors } from "./five-doors.ts";
import { hasThreadTime, watchTurns } from "./turns.ts";
import type { Turns } from "./turns.ts";

export interface Opened {
  doors: Record<string, { url: string; open: string }>;
  /** By the placeholders that inputs use. */
  keys: Record<string, string>;
}

export interface Held {
  heapBytes: number;
  /** Open connections, incoming and outgoing. */
  sockets: number;
  /** Errors that the servers logged, and violations of the vendors' documents. */
  faults: string[];
  /** Since the last report. */
  turns: Turns | null;
}

const [app = "", copyOf] = process.argv.slice(2);
const faults: string[] = [];
const note = (fault: unknown) =>
  void faults.push(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
// Only logged: an uncaught error ends this process, as it would end `npm start`.
process.on("uncaughtExceptionMonitor", (error) => console.error(error));
process.on("unhandledRejection", note);

const deployment = await openDeployment({ app, copyOf, log: note });
// All sign-ups come from this machine.
await deployment.backend.setEnvironment({ SIGN_UPS_PER_NETWORK: "1000" });
const opened = await openFiveDoors({ deployment, isDeveloped: false, log: note });
const turns = hasThreadTime() ? watchTurns() : null;

process.on("message", () => {
  void held().then((answer) => process.send?.(answer));
});
process.on("disconnect", () => {
  void opened.close().then(() => process.exit());
});
process.send?.({
  doors: Object.fromEntries(BUILT_DOORS.map((name) => [name, opened.door(name)])),
  keys: {
    ADMIN: opened.adminKey,
    PUBLIC: opened.publicKey,
    PRIVATE: opened.secretKey.voice,
    SECRET: opened.secretKey.stripe,
  },
} satisfies Opened);

async function held(): Promise<Held> {
  // Before the garbage collection, which is a long turn itself.
  const spent = turns?.take() ?? null;
  // What one turn of the event loop releases can be collected in the next.
  for (let turn = 0; turn < 5; turn += 1) {
    await nextTurn();
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  const sockets = process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap");
  turns?.take();
  return {
    heapBytes: heapUsed + external,
    sockets: sockets.length,
    faults: [...faults.splice(0), ...takeViolations()],
    turns: spent,
  };
}
