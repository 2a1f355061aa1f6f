/**
 * The whole product: a backend in its own process that can be killed; the voice platform, Stripe and the mail service,
 * each behind a proxy that can fail; and an owner's webhook server. All share one clock.
 */
import { statSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { AdjustableClock } from "@hark/stand-in-kit/clock";
import { openMortalBackend } from "../../contract/crash/mortal-backend.ts";
import type { MortalBackend } from "../../contract/crash/mortal-backend.ts";
import { PRODUCT_FOLDER } from "../../contract/deployment.ts";
import { eventually } from "../../eventually.ts";
import { openGate } from "../gate.ts";
import type { Gate, Held } from "../gate.ts";
import { worldOn } from "../local-world.ts";
import type { LocalWorld } from "../local-world.ts";
import { openMail } from "../mail-world.ts";
import type { MailService } from "../mail-world.ts";
import { openBilling } from "../money/billing-world.ts";
import type { BillingWorld } from "../money/billing-world.ts";
import { openReceiver } from "../receiver.ts";
import type { Receiver } from "../receiver.ts";
import { postAsAdmin, setEnvironment } from "../../admin-client.ts";
import type { Person } from "./people.ts";
import { openVoice } from "../voice-world.ts";
import type { VoiceWorld } from "../voice-world.ts";

export const VENDORS = ["voice", "money", "mail"] as const;
export type Vendor = (typeof VENDORS)[number];

const ALARM_MS = 1;
/** The unit of `ulimit -f` in `sh`. */
const BLOCK_BYTES = 512;
/** The files that grow with writes. */
const DATA_FILES = ["data.sqlite", "data.sqlite-shm", "data.sqlite-wal"];

export interface WholeWorld {
  local: LocalWorld;
  clock: AdjustableClock;
  backend: MortalBackend;
  /** Whether the backend runs. Only this world's functions stop and start it. */
  isUp(): boolean;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Stops it like Ctrl-C. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Restarts the backend with a limit on how much its files may grow. */
  fillDisk(roomBytes: number): Promise<void>;
  voice: VoiceWorld;
  money: BillingWorld;
  post: MailService;
  receiver: Receiver;
  /** By user id. */
  people: Map<string, Person>;
  gates: Record<Vendor, Gate>;
  /** The faults in effect at the gates. */
  holds: Set<Held>;
  /** Waits until nothing is running except requests that a gate holds. */
  waitUntilQuiet(): Promise<void>;
  /** Advances the shared clock, then waits until nothing is running. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

export async function openWholeWorld(): Promise<WholeWorld> {
  const clock = new AdjustableClock();
  const backend = await openMortalBackend({ app: PRODUCT_FOLDER, clock });
  const holds = new Set<Held>();
  let isUp = true;
  let isFull = false;

  const local = worldOn({
    url: backend.url,
    siteUrl: backend.siteUrl,
    adminKey: backend.adminKey,
    clock,
    isIdle: () => backend.isIdle(),
    setEnvironment: (variables) => setEnvironment(backend, variables),
    advance: async (ms) => {
      if (isUp) await postAsAdmin(backend, "local/advance_clock", { ms });
    },
    close: () => backend.remove(),
  });
  const heldNow = () => [...holds].reduce((sum, { waiting }) => sum + waiting, 0);
  let outputBefore = 0;
  const isRefusing = () => backend.output().slice(outputBefore).includes("cannot be written");
  /** A request may be held at any time, and a write to a full disk is retried forever; neither counts as running. */
  const isQuiet = async () => {
    if (!isUp || (isFull && isRefusing())) return true;
    if (heldNow() === 0) return await backend.isIdle();
    return (await local.unfinished()) <= heldNow();
  };
  const settle = async () => {
    // Timers fire shortly after the clock was advanced.
    await pause(ALARM_MS);
    await eventually(isQuiet);
  };
  const world: LocalWorld = {
    ...local,
    settle,
    async advance(ms) {
      if (isUp) await postAsAdmin(backend, "local/advance_clock", { ms });
      clock.advance(ms);
      await settle();
    },
  };

  const voice = await openVoice(world);
  const money = await openBilling(voice.world);
  const mail = await openMail(money.world);
  const receiver = await openReceiver();
  const gates = {
    voice: await openGate(() => voice.world.platform.url),
    money: await openGate(() => money.world.stripeUrl),
    mail: await openGate(() => mail.post.standIn.url),
  };
  await local.setVariables({
    VAPI_API_URL: gates.voice.url,
    STRIPE_API_URL: gates.money.url,
    RESEND_API_URL: gates.mail.url,
    // Recordings are fetched from the URL that the platform gives.
    WEBHOOK_RECEIVERS: `${receiver.url} ${voice.world.platform.url}`,
  });

  /** Every webhook was attempted at least once; a failed one then waits for its retry time. */
  const isReported = async () => {
    const { webhooks } = (await voice.world.controlState()) as VoiceState;
    return webhooks.every(({ state, attempts }) => state !== "under way" || attempts.length > 0);
  };
  const waitUntilQuiet = async () => {
    await eventually(isReported);
    await mail.world.settle();
  };

  return {
    local,
    clock,
    backend,
    isUp: () => isUp,
    async kill() {
      isUp = false;
      await backend.kill();
    },
    async stop() {
      isUp = false;
      await backend.stop();
    },
    async start() {
      await backend.start();
      isUp = true;
      isFull = false;
    },
    async fillDisk(roomBytes) {
      isUp = false;
      await backend.stop();
      outputBefore = backend.output().length;
      const sizes = DATA_FILES.map((name) => sizeOf(path.join(backend.folder, name)));
      const largest = Math.max(...sizes) + roomBytes;
      await backend.start({ largestFileBlocks: Math.ceil(largest / BLOCK_BYTES) });
      isFull = true;
      isUp = true;
    },
    voice: voice.world,
    money: money.world,
    post: mail.post,
    receiver,
    people: new Map(),
    gates,
    holds,
    waitUntilQuiet,
    async advance(ms) {
      await waitUntilQuiet();
      await world.advance(ms);
      await waitUntilQuiet();
    },
    async close() {
      for (const held of holds) held.release();
      await backend.remove();
      await Promise.all(Object.values(gates).map((gate) => gate.close()));
      await receiver.close();
      for (const part of [mail, money, voice]) await part.close();
    },
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export interface VoiceState {
  calls: { id: string; status: string; hasSocket: boolean }[];
  webhooks: { id: number; callId: string; type: string; state: string; attempts: unknown[] }[];
}
